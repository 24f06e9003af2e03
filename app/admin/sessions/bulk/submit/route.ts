import { bulkRoute } from '#app/_ui/list/bulk-route.ts'
import { sessionBulk } from '#app/admin/sessions/_parts/session-bulk.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Ends each of several sessions with every token that came from it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoute(
  sessionBulk,
  userRefusals(),
)

import { bulkRoute } from '#app/_ui/list/bulk-route.ts'
import { userBulk, userBulkRefusals } from '#app/admin/users/_parts/user-bulk.ts'

/** Does an act to each of several users. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoute(
  userBulk,
  userBulkRefusals,
)

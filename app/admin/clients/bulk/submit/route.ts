import { bulkRoute } from '#app/_ui/list/bulk-route.ts'
import { clientBulk, clientBulkRefusals } from '#app/admin/clients/_parts/client-bulk.ts'

/** Does an act to each of several applications. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoute(
  clientBulk,
  clientBulkRefusals,
)

import { bulkRoute } from '#app/_ui/list/bulk-route.ts'
import { resourceBulk, resourceBulkRefusals } from '#app/admin/resources/_parts/resource-bulk.ts'

/** Deletes each of several APIs. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoute(
  resourceBulk,
  resourceBulkRefusals,
)

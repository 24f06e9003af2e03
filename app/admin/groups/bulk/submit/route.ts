import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { bulkRoute } from '#app/_ui/list/bulk-route.ts'
import { groupBulk } from '#app/admin/groups/_parts/group-bulk.ts'

/** Deletes each of several groups. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoute(groupBulk, recordRefusals)

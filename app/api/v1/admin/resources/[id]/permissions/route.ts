import {
  listResourcePermissions,
  updateResourcePermissions,
} from '#lib/api/admin/resource-permissions.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  listResourcePermissions,
  updateResourcePermissions,
)

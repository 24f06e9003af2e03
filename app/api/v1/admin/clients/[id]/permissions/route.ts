import { getClientPermissions, updateClientPermissions } from '#lib/api/admin/client-permissions.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getClientPermissions,
  updateClientPermissions,
)

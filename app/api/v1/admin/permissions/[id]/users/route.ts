import { listPermissionUsers } from '#lib/api/admin/permission-grants.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listPermissionUsers)

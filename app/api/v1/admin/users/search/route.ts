import { searchUsers } from '#lib/api/admin/users.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(searchUsers)

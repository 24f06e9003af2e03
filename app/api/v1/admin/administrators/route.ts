import { listAdministrators } from '#lib/api/admin/administrators.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listAdministrators)

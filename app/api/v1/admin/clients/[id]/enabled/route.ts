import { setClientEnabled } from '#lib/api/admin/clients.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(setClientEnabled)

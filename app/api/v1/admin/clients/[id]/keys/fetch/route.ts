import { fetchClientKeys } from '#lib/api/admin/client-keys.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(fetchClientKeys)

import { getClientSecret } from '#lib/api/admin/client-secret.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getClientSecret)

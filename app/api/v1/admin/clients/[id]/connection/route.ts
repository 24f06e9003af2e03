import { getClientConnection } from '#lib/api/admin/client-connection.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getClientConnection)

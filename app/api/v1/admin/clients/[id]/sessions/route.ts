import { getClientSessions } from '#lib/api/admin/client-sessions.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getClientSessions)

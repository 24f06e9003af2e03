import { listSessions } from '#lib/api/admin/all-sessions.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listSessions)

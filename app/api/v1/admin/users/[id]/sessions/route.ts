import { listUserSessions } from '#lib/api/admin/user-sessions.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listUserSessions)

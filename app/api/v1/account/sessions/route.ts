import { listOwnSessions } from '#lib/api/account/sessions.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOwnSessions)

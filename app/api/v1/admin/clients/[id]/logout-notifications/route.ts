import { listClientLogoutNotifications } from '#lib/api/admin/client-logout.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listClientLogoutNotifications)

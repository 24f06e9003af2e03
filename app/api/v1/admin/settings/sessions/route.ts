import { getSessionSettings, updateSessionSettings } from '#lib/api/admin/settings.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getSessionSettings,
  updateSessionSettings,
)

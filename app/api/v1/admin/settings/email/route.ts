import { getEmailSettings, updateEmailSettings } from '#lib/api/admin/email-settings.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getEmailSettings,
  updateEmailSettings,
)

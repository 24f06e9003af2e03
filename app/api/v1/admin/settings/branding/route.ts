import { getBrandingSettings, updateBrandingSettings } from '#lib/api/admin/branding-settings.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getBrandingSettings,
  updateBrandingSettings,
)

import {
  getIntegrationSettings,
  updateIntegrationSettings,
} from '#lib/api/admin/integration-settings.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getIntegrationSettings,
  updateIntegrationSettings,
)

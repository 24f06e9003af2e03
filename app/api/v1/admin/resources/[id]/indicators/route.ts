import {
  getResourceIndicators,
  updateResourceIndicators,
} from '#lib/api/admin/resource-indicators.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getResourceIndicators,
  updateResourceIndicators,
)

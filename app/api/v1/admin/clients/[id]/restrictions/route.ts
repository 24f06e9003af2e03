import {
  getClientRestrictions,
  updateClientRestrictions,
} from '#lib/api/admin/client-restrictions.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getClientRestrictions,
  updateClientRestrictions,
)

import { deleteClientLogo, getClientLogo, uploadClientLogo } from '#lib/api/admin/client-logo.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  deleteClientLogo,
  getClientLogo,
  uploadClientLogo,
)

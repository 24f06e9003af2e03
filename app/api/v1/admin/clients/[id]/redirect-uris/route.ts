import { updateClientRedirectUris } from '#lib/api/admin/client-lists.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateClientRedirectUris)

import { getClientMetadataDocument } from '#lib/api/admin/client-registrations.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getClientMetadataDocument)

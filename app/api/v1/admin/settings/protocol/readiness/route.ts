import { getProtocolReadiness } from '#lib/api/admin/protocol-settings.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getProtocolReadiness)

import { updateClientTokens } from '#lib/api/admin/client-settings.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateClientTokens)

import { searchResources } from '#lib/api/admin/resources.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(searchResources)

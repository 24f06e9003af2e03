import { getEffectiveAccess } from '#lib/api/admin/effective-access.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getEffectiveAccess)

import { getRefusal } from '#lib/api/admin/refusals.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getRefusal)

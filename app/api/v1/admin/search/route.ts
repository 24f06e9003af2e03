import { searchRecords } from '#lib/api/admin/search.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(searchRecords)

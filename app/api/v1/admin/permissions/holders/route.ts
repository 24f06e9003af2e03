import { countResourceHolders } from '#lib/api/admin/permission-holders.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(countResourceHolders)

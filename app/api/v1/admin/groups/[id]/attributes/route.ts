import { listGroupAttributes } from '#lib/api/admin/group-attributes.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listGroupAttributes)

import { createUserAttribute } from '#lib/api/admin/user-attributes.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(createUserAttribute)

import { updateUserPhone } from '#lib/api/admin/user-profile.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateUserPhone)

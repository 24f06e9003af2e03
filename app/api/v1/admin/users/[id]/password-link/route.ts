import { sendUserPasswordLink } from '#lib/api/admin/user-authentication.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(sendUserPasswordLink)

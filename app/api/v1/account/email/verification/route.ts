import { verifyEmail } from '#lib/api/account/email.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(verifyEmail)

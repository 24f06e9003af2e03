import { mailConfirmationCode } from '#lib/api/account/confirmation.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(mailConfirmationCode)

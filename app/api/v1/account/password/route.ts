import { changeOwnPassword } from '#lib/api/account/password.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(changeOwnPassword)

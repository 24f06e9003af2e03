import { listOwnConsents } from '#lib/api/account/consents.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOwnConsents)

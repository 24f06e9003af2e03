import { deleteUserConsent } from '#lib/api/admin/user-consents.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(deleteUserConsent)

import { tryIdentityProvider } from '#lib/api/admin/identity-providers.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(tryIdentityProvider)

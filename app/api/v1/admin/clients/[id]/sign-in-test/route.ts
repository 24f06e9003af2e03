import { getSignInTest } from '#lib/api/admin/client-sign-in-test.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSignInTest)

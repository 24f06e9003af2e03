import { testBreachedPasswordCheck } from '#lib/api/admin/sign-in-settings.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(testBreachedPasswordCheck)

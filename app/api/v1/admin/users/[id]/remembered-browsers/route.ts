import { forgetUserBrowsers } from '#lib/api/admin/user-sign-in-methods.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(forgetUserBrowsers)

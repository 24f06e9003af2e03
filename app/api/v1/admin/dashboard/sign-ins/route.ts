import { getSignInFigures } from '#lib/api/admin/sign-in-figures.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSignInFigures)

import { forgetRememberedBrowser } from '#lib/api/account/remembered-browsers.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(forgetRememberedBrowser)

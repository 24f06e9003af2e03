import { requestLogout } from '#lib/api/account/logout-request.ts'
import { route } from '#lib/http/route.ts'
import { mintLogoutHint } from '#lib/protocol/logout/mint-hint.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(requestLogout(mintLogoutHint))

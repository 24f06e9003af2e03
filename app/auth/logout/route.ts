import { endpoint } from '#lib/http/endpoint.ts'
import { logout } from '#lib/protocol/logout/logout.ts'
import { hasIdTokenHint } from '#lib/protocol/logout/request.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: logout, POST: logout },
  { failures: 'page', cors: 'web-origins', sameOrigin: hasIdTokenHint, head: false },
)

import { endpoint } from '#lib/http/endpoint.ts'
import { userinfo } from '#lib/protocol/userinfo.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: userinfo, POST: userinfo },
  { failures: 'json', cors: 'web-origins-with-credentials', head: false },
)

import { endpoint } from '#lib/http/endpoint.ts'
import { authorize, authorizeByPost } from '#lib/protocol/authorize/authorize.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: authorize, POST: authorizeByPost },
  { failures: 'page', bodyLimit: 64 * 1024, head: false },
)

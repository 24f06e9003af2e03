import { endpoint } from '#lib/http/endpoint.ts'
import { token } from '#lib/protocol/token/index.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: token },
  { failures: 'json', cors: 'web-origins-with-credentials' },
)

import { endpoint } from '#lib/http/endpoint.ts'
import { revocation } from '#lib/protocol/revocation.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: revocation },
  { failures: 'json', cors: 'web-origins' },
)

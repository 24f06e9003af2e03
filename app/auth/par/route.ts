import { endpoint } from '#lib/http/endpoint.ts'
import { pushRequest } from '#lib/protocol/par.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: pushRequest },
  { failures: 'json', cors: 'web-origins' },
)

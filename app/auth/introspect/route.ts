import { endpoint } from '#lib/http/endpoint.ts'
import { introspection } from '#lib/protocol/introspection/introspection.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: introspection },
  { failures: 'json' },
)

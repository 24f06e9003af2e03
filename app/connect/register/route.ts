import { endpoint } from '#lib/http/endpoint.ts'
import { register } from '#lib/protocol/client-registration.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: register },
  { failures: 'json' },
)

import { endpoint } from '#lib/http/endpoint.ts'
import { authorizeDevice } from '#lib/protocol/device/device-authorization.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: authorizeDevice },
  { failures: 'json' },
)

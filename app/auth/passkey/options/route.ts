import { endpoint } from '#lib/http/endpoint.ts'
import { passkeyOptions } from '#lib/protocol/authorize/passkey-options.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: passkeyOptions },
  { failures: 'json', sameOrigin: true },
)

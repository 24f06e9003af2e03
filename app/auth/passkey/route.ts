import { endpoint } from '#lib/http/endpoint.ts'
import { passkeyPage, submitPasskey } from '#lib/protocol/authorize/passkey.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: passkeyPage, POST: submitPasskey },
  { failures: 'page', sameOrigin: true },
)

import { endpoint } from '#lib/http/endpoint.ts'
import { providerCallback } from '#lib/protocol/upstream/callback.ts'

// No HEAD: the callback spends the state.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: providerCallback },
  { failures: 'page', head: false },
)

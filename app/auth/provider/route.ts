import { endpoint } from '#lib/http/endpoint.ts'
import { startAtProvider } from '#lib/protocol/upstream/start.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: startAtProvider },
  { failures: 'page', sameOrigin: true },
)

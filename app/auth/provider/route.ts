import { endpoint } from '#lib/http/endpoint.ts'
import { startAtProvider } from '#lib/protocol/upstream/start.ts'
import { startByHandle } from '#lib/protocol/upstream/start-by-handle.ts'

// No HEAD: the handle of a GET works once.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: startByHandle, POST: startAtProvider },
  { failures: 'page', sameOrigin: true, head: false },
)

import { endpoint } from '#lib/http/endpoint.ts'
import { activatePage, submitActivate } from '#lib/protocol/self-service/activate.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: activatePage, POST: submitActivate },
  { failures: 'page', sameOrigin: true },
)

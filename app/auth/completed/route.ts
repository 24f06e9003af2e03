import { endpoint } from '#lib/http/endpoint.ts'
import { hop } from '#lib/protocol/authorize/steps.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: hop },
  { failures: 'page', head: false },
)

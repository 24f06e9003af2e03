import { endpoint } from '#lib/http/endpoint.ts'
import { jwks } from '#lib/protocol/jwks.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: jwks },
  { failures: 'json', cors: 'any', fromMemory: true },
)

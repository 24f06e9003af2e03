import { openapi } from '#lib/api/openapi.ts'
import { endpoint } from '#lib/http/endpoint.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: openapi },
  { failures: 'json', cors: 'any', fromMemory: true },
)

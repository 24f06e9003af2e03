import { endpoint } from '#lib/http/endpoint.ts'
import { relatedOrigins } from '#lib/protocol/related-origins.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: relatedOrigins },
  { failures: 'json', cors: 'any', fromMemory: true },
)

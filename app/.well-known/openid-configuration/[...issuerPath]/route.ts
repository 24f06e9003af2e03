import { endpoint } from '#lib/http/endpoint.ts'
import { metadataOfIssuer } from '#lib/protocol/discovery.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: metadataOfIssuer },
  { failures: 'json', cors: 'any', fromMemory: true },
)

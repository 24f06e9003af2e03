import { endpoint } from '#lib/http/endpoint.ts'
import { brandingImage } from '#lib/protocol/images.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: brandingImage },
  { failures: 'json', fromMemory: true },
)

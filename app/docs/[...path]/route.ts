import { document } from '#lib/http/documents.ts'
import { endpoint } from '#lib/http/endpoint.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: document },
  { failures: 'page', fromMemory: true },
)

import { apiReferenceFile } from '#lib/http/api-reference.ts'
import { endpoint } from '#lib/http/endpoint.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: apiReferenceFile },
  { failures: 'json', fromMemory: true },
)

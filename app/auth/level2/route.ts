import { endpoint } from '#lib/http/endpoint.ts'
import { resume } from '#lib/protocol/authorize/steps.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: resume },
  { failures: 'page', head: false },
)

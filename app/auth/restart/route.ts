import { endpoint } from '#lib/http/endpoint.ts'
import { startOverPage, submitStartOver } from '#lib/protocol/authorize/start-over.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: startOverPage, POST: submitStartOver },
  { failures: 'page', sameOrigin: true },
)

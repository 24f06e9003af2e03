import { startSignIn } from '#lib/console/sign-in.ts'
import { endpoint } from '#lib/http/endpoint.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: startSignIn },
  { failures: 'page' },
)

import { signOut } from '#lib/console/sign-out.ts'
import { endpoint } from '#lib/http/endpoint.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: signOut },
  { failures: 'page', sameOrigin: 'console' },
)

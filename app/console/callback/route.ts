import { finishSignIn } from '#lib/console/sign-in.ts'
import { endpoint } from '#lib/http/endpoint.ts'

// The server's own page posts here, from another origin if the console has its own.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: finishSignIn },
  { failures: 'page' },
)

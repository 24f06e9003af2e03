import { finishSignIn } from '#lib/console/sign-in.ts'
import { endpoint } from '#lib/http/endpoint.ts'

// Posted by the server's own page, which is another origin where the console has one of its own.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: finishSignIn },
  { failures: 'page' },
)

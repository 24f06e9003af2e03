import { endpoint } from '#lib/http/endpoint.ts'
import { signInPage, submitSignIn } from '#lib/protocol/authorize/sign-in.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: signInPage, POST: submitSignIn },
  { failures: 'page', sameOrigin: true },
)

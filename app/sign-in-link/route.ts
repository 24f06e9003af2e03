import { endpoint } from '#lib/http/endpoint.ts'
import { signInLinkPage, submitSignInLink } from '#lib/protocol/self-service/sign-in-link.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: signInLinkPage, POST: submitSignInLink },
  { failures: 'page', sameOrigin: true },
)

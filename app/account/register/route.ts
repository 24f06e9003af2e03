import { endpoint } from '#lib/http/endpoint.ts'
import { registerPage, submitRegister } from '#lib/protocol/self-service/register.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: registerPage, POST: submitRegister },
  { failures: 'page', sameOrigin: true },
)

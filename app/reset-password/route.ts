import { endpoint } from '#lib/http/endpoint.ts'
import {
  resetPasswordPage,
  submitResetPassword,
} from '#lib/protocol/self-service/reset-password.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: resetPasswordPage, POST: submitResetPassword },
  { failures: 'page', sameOrigin: true },
)

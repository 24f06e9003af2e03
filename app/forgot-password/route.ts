import { endpoint } from '#lib/http/endpoint.ts'
import {
  forgotPasswordPage,
  submitForgotPassword,
} from '#lib/protocol/self-service/forgot-password.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: forgotPasswordPage, POST: submitForgotPassword },
  { failures: 'page', sameOrigin: true },
)

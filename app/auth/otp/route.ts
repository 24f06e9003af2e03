import { endpoint } from '#lib/http/endpoint.ts'
import { otpPage, submitOtp } from '#lib/protocol/authorize/otp.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: otpPage, POST: submitOtp },
  { failures: 'page', sameOrigin: true },
)

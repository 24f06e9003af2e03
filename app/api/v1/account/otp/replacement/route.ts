import { replaceOtp, startOtpReplacement } from '#lib/api/account/otp.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  startOtpReplacement,
  replaceOtp,
)

import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** The secret has expired, or another window was first: the refreshed page shows the current state. */
const stale = ['OTP_CODE_REQUIRED', 'OTP_ENROLLMENT_NOT_PENDING', 'OTP_NOT_ENABLED']

/** Replaces the authenticator app, with a code of the pending secret. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form }) => {
    const body = textsOfFields(form, ['newOtpCode', 'password', 'otpCode'])
    await api.replaceOtp({ body })
    return { done: 'otp_moved', to: '/account/otp' }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password', 'validator.new_otp': 'newOtpCode' }, stale),
)

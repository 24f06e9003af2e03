import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Disables two-factor authentication. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form }) => {
    const typed = textsOfFields(form, ['password', 'otpCode'])
    await api.setOwnOtp({ body: { enabled: false, ...typed } })
    return { done: 'otp_off' }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password' }),
)

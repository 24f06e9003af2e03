import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { inPlaceOfPassword, refuseUnconfirmed } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** The secret has expired or was used in another window: the refreshed page shows the current state. */
const stale = ['OTP_ENROLLMENT_NOT_PENDING', 'OTP_ALREADY_ENABLED']

/** Enables two-factor authentication, with a code of the pending secret. Only this answer shows the codes that come with it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const typed = textsOfFields(form, ['password', 'otpCode'])
    const standIn = inPlaceOfPassword(form)
    const password = standIn.confirmation ? '' : typed.password
    const { recoveryCodes } = await api
      .setOwnOtp({ body: { enabled: true, ...typed, password, ...standIn } })
      .catch((error: unknown) => {
        if (standIn.confirmation) refuseUnconfirmed(error, t)
        throw error
      })
    if (!recoveryCodes) return { done: 'otp_on' }
    return { message: t('account.otp.switched_on'), shown: recoveryCodes }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password' }, stale),
)

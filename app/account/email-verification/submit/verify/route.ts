import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Verifies the visitor's address with the mailed code. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const verificationCode = textOfField(form, 'verificationCode')
    if (verificationCode.trim() === '') {
      throw new FormRefusal('verificationCode', t('account.verification.code_required'))
    }
    await api.verifyEmail({ body: { verificationCode } })
    return { done: 'email_verified' }
  },
  accountRefusals({ INVALID_OR_EXPIRED_VERIFICATION_CODE: 'verificationCode' }),
)

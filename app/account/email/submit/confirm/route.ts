import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Makes the new address the visitor's own, with the code that was sent to it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const verificationCode = textOfField(form, 'verificationCode')
    if (verificationCode.trim() === '') {
      throw new FormRefusal('verificationCode', t('account.verification.code_required'))
    }
    await api.confirmEmailChange({ body: { verificationCode } })
    return { done: 'email_changed', to: '/account/email' }
  },
  accountRefusals({ INVALID_OR_EXPIRED_VERIFICATION_CODE: 'verificationCode' }),
)

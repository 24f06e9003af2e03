import { FormRefusal, textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'
import { normalizeEmail } from '#lib/domain/email-form.ts'

const refusals = accountRefusals({
  AUTHENTICATION_FAILED: 'currentPassword',
  VALIDATION_ERROR: 'currentPassword',
  EMAIL_ALREADY_EXISTS: 'email',
  'validator.email': 'email',
})
const names = ['email', 'emailConfirmation', 'currentPassword', 'otpCode'] as const

/** Replaces the visitor's email, which the form asks for twice. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const { email, emailConfirmation, currentPassword, otpCode } = textsOfFields(form, names)
    if (normalizeEmail(email) !== normalizeEmail(emailConfirmation)) {
      throw new FormRefusal('emailConfirmation', t('validator.email.confirmation_mismatch'))
    }
    await api.updateOwnEmail({ body: { email, currentPassword, otpCode } })
    return { done: 'email_changed' }
  },
  (t, settings) => {
    const { texts, ...others } = refusals(t, settings)
    const VALIDATION_ERROR = t('account.refusals.password_required')
    return { ...others, texts: { ...texts, VALIDATION_ERROR } }
  },
)

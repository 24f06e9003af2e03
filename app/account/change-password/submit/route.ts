import { FormRefusal, textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { inPlaceOfPassword, refuseUnconfirmed } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'

const fields = { AUTHENTICATION_FAILED: 'currentPassword', 'validator.password': 'newPassword' }
const names = ['currentPassword', 'otpCode', 'newPassword', 'newPasswordConfirmation'] as const

/** Replaces the visitor's password, which the form asks for twice. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const typed = textsOfFields(form, names)
    const { currentPassword, otpCode, newPassword, newPasswordConfirmation } = typed
    const standIn = inPlaceOfPassword(form)
    if (currentPassword === '' && !standIn.confirmation) {
      throw new FormRefusal('currentPassword', t('account.refusals.password_required'))
    }
    if (newPassword === '') throw new FormRefusal('newPassword', t('handler.password.required'))
    if (normalizePassword(newPassword) !== normalizePassword(newPasswordConfirmation)) {
      const mismatch = t('handler.password.confirmation_mismatch')
      throw new FormRefusal('newPasswordConfirmation', mismatch)
    }
    await api
      .changeOwnPassword({ body: { currentPassword, newPassword, otpCode, ...standIn } })
      .catch((error: unknown) => {
        if (standIn.confirmation) refuseUnconfirmed(error, t)
        throw error
      })
    return { done: 'password_changed' }
  },
  accountRefusals(fields),
)

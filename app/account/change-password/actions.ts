'use server'

import { normalizePassword } from '#lib/kernel/typed.ts'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { FormRefusal, textsOfFields } from '../../_console/form-values.ts'
import { accountRefusals } from '../refusals.ts'
import { codeFields, submitWithCode } from '../submit-with-code.ts'

const fields = {
  AUTHENTICATION_FAILED: 'currentPassword',
  'validator.password': 'newPassword',
  ...codeFields,
}
const names = ['currentPassword', 'otpCode', 'newPassword', 'newPasswordConfirmation'] as const

/** Replaces the visitor's password, which the form asks for twice. */
export async function changePassword(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const options = { fields, done: t('account.password.saved'), labels: await accountRefusals() }
  return submitWithCode(form, options, async (api) => {
    const typed = textsOfFields(form, names)
    const { currentPassword, otpCode, newPassword, newPasswordConfirmation } = typed
    if (currentPassword === '') {
      throw new FormRefusal('currentPassword', t('account.refusals.password_required'))
    }
    if (newPassword === '') {
      throw new FormRefusal('newPassword', t('handler.password.required'))
    }
    if (normalizePassword(newPassword) !== normalizePassword(newPasswordConfirmation)) {
      const mismatch = t('handler.password.confirmation_mismatch')
      throw new FormRefusal('newPasswordConfirmation', mismatch)
    }
    await api.changeOwnPassword({ body: { currentPassword, newPassword, otpCode } })
  })
}

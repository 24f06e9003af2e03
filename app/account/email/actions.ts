'use server'

import { refresh } from 'next/cache'
import { normalizeEmail } from '#lib/domain/email-form.ts'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { FormRefusal, textsOfFields } from '../../_console/form-values.ts'
import { accountRefusals } from '../refusals.ts'
import { codeFields, submitWithCode } from '../submit-with-code.ts'

const fields = {
  AUTHENTICATION_FAILED: 'currentPassword',
  VALIDATION_ERROR: 'currentPassword',
  EMAIL_ALREADY_EXISTS: 'email',
  'validator.email': 'email',
  ...codeFields,
}

/** Replaces the visitor's email, which the form asks for twice. */
export async function changeEmail(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const password_required = t('account.refusals.password_required')
  const labels = { ...(await accountRefusals()), VALIDATION_ERROR: password_required }
  return submitWithCode(form, { fields, done: t('account.email.saved'), labels }, async (api) => {
    const names = ['email', 'emailConfirmation', 'currentPassword', 'otpCode'] as const
    const { email, emailConfirmation, currentPassword, otpCode } = textsOfFields(form, names)
    if (normalizeEmail(email) !== normalizeEmail(emailConfirmation)) {
      throw new FormRefusal('emailConfirmation', t('validator.email.confirmation_mismatch'))
    }
    await api.updateOwnEmail({ body: { email, currentPassword, otpCode } })
    refresh()
  })
}

'use server'

import { refresh } from 'next/cache'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { textOfField } from '../../_console/form-values.ts'
import { submit } from '../../_console/submit.ts'
import { accountRefusals } from '../refusals.ts'
import { codeFields, submitWithCode } from '../submit-with-code.ts'

const fields = { AUTHENTICATION_FAILED: 'password', ...codeFields }

/** Enables two-factor authentication, with a code of the pending secret. */
export async function switchOn(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const options = { fields, labels: await accountRefusals(), done: t('account.otp.switched_on') }
  const state = await submit(form, options, async (api) => {
    const otpCode = textOfField(form, 'otpCode')
    const password = textOfField(form, 'password')
    await api.setOwnOtp({ body: { enabled: true, password, otpCode } })
    refresh()
  })
  // The secret has expired or was used in another window: the page shows the current state.
  const isOver = ['OTP_ENROLLMENT_NOT_PENDING', 'OTP_ALREADY_ENABLED']
  if (state.kind === 'refused' && isOver.includes(state.code)) refresh()
  return state
}

export async function switchOff(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const options = { fields, labels: await accountRefusals(), done: t('account.otp.switched_off') }
  return submitWithCode(form, options, async (api) => {
    const password = textOfField(form, 'password')
    const otpCode = textOfField(form, 'otpCode')
    await api.setOwnOtp({ body: { enabled: false, password, otpCode } })
    refresh()
  })
}

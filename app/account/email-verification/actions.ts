'use server'

import { refresh } from 'next/cache'
import { ApiError } from '#lib/api/client.ts'
import { pageTexts } from '../../_components/texts.ts'
import type { FormState } from '../../_console/form-state.ts'
import { FormRefusal, textOfField } from '../../_console/form-values.ts'
import { submit } from '../../_console/submit.ts'
import { accountRefusals } from '../refusals.ts'

/** Mails a code to the visitor's address, or says how long to wait for the next one. */
export async function sendCode(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const labels = await accountRefusals()
  let message = t('account.verification.already')
  const state = await submit(form, { done: message, labels }, async (api) => {
    const answer = await api.sendEmailVerification().catch((error: unknown) => {
      const isOurs = error instanceof ApiError && error.status >= 500
      throw isOurs ? new FormRefusal('', t('account.verification.failed')) : error
    })
    if (answer.tooManyRequests) {
      throw new FormRefusal('', t('account.verification.wait', { seconds: answer.waitInSeconds }))
    }
    if (answer.emailVerified) return refresh()
    message = t('account.verification.sent', { email: answer.emailDestination })
  })
  return state.kind === 'done' ? { ...state, message } : state
}

/** Verifies the visitor's address with the mailed code. */
export async function verifyCode(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const labels = await accountRefusals()
  const fields = { INVALID_OR_EXPIRED_VERIFICATION_CODE: 'verificationCode' }
  return submit(form, { fields, labels, done: t('account.verification.done') }, async (api) => {
    const verificationCode = textOfField(form, 'verificationCode')
    if (verificationCode.trim() === '') {
      throw new FormRefusal('verificationCode', t('account.verification.code_required'))
    }
    await api.verifyEmail({ body: { verificationCode } })
    refresh()
  })
}

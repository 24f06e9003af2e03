'use server'

import { dateFormat } from '#lib/i18n/formats.ts'
import { pageTexts } from '../../../../_components/texts.ts'
import { openConsole } from '../../../../_console/api.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { textOfField } from '../../../../_console/form-values.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { submit } from '../../../../_console/submit.ts'
import { submitUser } from '../../_parts/submit-user.ts'
import type { CodeState } from './code-state.ts'

const fields = { 'validator.email': 'email', EMAIL_ALREADY_EXISTS: 'email' }

export async function saveUserEmail(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { fields }, async (api) => {
    const { email, emailVerified } = (await api.getUser({ params: { id } })).user
    const kept = await keepChanges(form, { email, emailVerified })
    await api.updateUserEmail({
      params: { id },
      body: {
        email: textOfField(kept, 'email'),
        emailVerified: kept.get('emailVerified') === 'on',
      },
    })
  })
}

/** Generates a code that verifies a user's email, for the administrator to pass on. */
export async function makeVerificationCode(
  id: number,
  _earlier: CodeState,
  form: FormData,
): Promise<CodeState> {
  const t = await pageTexts()
  let made: Extract<CodeState, { kind: 'code' }> | undefined
  const state = await submit(form, { done: '' }, async (api) => {
    const { language } = await openConsole()
    const answer = await api.generateUserEmailVerificationCode({ params: { id } })
    const format = dateFormat(language, { timeStyle: 'short', timeZone: 'UTC' })
    const time = format.format(new Date(answer.verificationCodeExpiresAt))
    const note = t('users.code.note', { email: answer.email, time })
    made = { kind: 'code', code: answer.verificationCode, note, id: crypto.randomUUID() }
  })
  return made ?? state
}

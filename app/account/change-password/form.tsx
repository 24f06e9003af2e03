'use client'

import { type ReactNode, useMemo } from 'react'
import { minLength, object, refine, string } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import { CurrentCodeField, sixDigits } from '../code-field.tsx'

/** Messages for missing or invalid fields, checked in the browser. */
interface Messages {
  readonly current: string
  readonly password: string
  readonly confirmation: string
  readonly mismatch: string
  readonly code: string
}

interface PasswordFormProps {
  readonly action: string
  /** The account, for password managers. */
  readonly email: string
  /** The visitor must also enter a one-time code. */
  readonly asksCode: boolean
  /** The requirements for the new password, shown above its field. */
  readonly rule: ReactNode
  readonly messages: Messages
}

const values = { currentPassword: '', otpCode: '', newPassword: '', newPasswordConfirmation: '' }
const cleared = ['currentPassword', 'otpCode', 'newPassword', 'newPasswordConfirmation'] as const

/** The current password, and the new one twice. */
export function PasswordForm({ action, email, asksCode, rule, messages }: PasswordFormProps) {
  const t = useTexts()
  const schema = useMemo(() => schemaOf(messages, asksCode), [messages, asksCode])
  const { field, ...form } = useConsoleForm({ action, schema, values, cleared, isCommand: true })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <HiddenUsername email={email} />
      <SecretField
        label={t('account.current_password')}
        binding={field('currentPassword')}
        autoComplete="current-password"
      />
      {asksCode && <CurrentCodeField binding={field('otpCode')} />}
      {rule}
      <SecretField
        label={t('account.password.new')}
        binding={field('newPassword')}
        autoComplete="new-password"
        aria-describedby="password-rule"
      />
      <SecretField
        label={t('account.password.confirmation')}
        binding={field('newPasswordConfirmation')}
        autoComplete="new-password"
      />
      <FormFooter {...form} label={t('account.password.submit')} />
    </form>
  )
}

function schemaOf(messages: Messages, asksCode: boolean) {
  return object({
    currentPassword: string().check(minLength(1, messages.current)),
    otpCode: asksCode ? string().check(sixDigits(messages.code)) : string(),
    newPassword: string().check(minLength(1, messages.password)),
    newPasswordConfirmation: string().check(minLength(1, messages.confirmation)),
  }).check(
    refine(
      ({ newPassword, newPasswordConfirmation }) =>
        normalizePassword(newPassword) === normalizePassword(newPasswordConfirmation),
      { error: messages.mismatch, path: ['newPasswordConfirmation'] },
    ),
  )
}

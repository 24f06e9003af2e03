'use client'

import { type ReactNode, useMemo } from 'react'
import { minLength, object, refine, string } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import { ConfirmFields, type Confirming } from '../_confirm/confirm-fields.tsx'
import { useConfirmation } from '../_confirm/use-confirmation.ts'
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
  readonly confirming: Confirming
  /** The requirements for the new password, shown above its field. */
  readonly rule: ReactNode
  readonly messages: Messages
}

const values = { currentPassword: '', otpCode: '', newPassword: '', newPasswordConfirmation: '' }
const cleared = ['currentPassword', 'otpCode', 'newPassword', 'newPasswordConfirmation'] as const

/** The current password, and the new one twice. */
export function PasswordForm({ action, email, confirming, rule, messages }: PasswordFormProps) {
  const t = useTexts()
  const schema = useMemo(() => schemaOf(messages, confirming), [messages, confirming])
  const { problem, prepare } = useConfirmation(confirming)
  const { field, ...form } = useConsoleForm({
    action,
    schema,
    values,
    cleared,
    prepare,
    isCommand: true,
  })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      {confirming.owes === 'factor' ? (
        <ConfirmFields confirming={confirming} email={email} />
      ) : (
        <>
          <HiddenUsername email={email} />
          <SecretField
            label={t('account.current_password')}
            binding={field('currentPassword')}
            autoComplete="current-password"
          />
          {confirming.owes === 'code' && <CurrentCodeField binding={field('otpCode')} />}
        </>
      )}
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
      {problem && <FormProblem text={problem} />}
      <FormFooter {...form} label={t('account.password.submit')} />
    </form>
  )
}

function schemaOf(messages: Messages, { owes }: Confirming) {
  return object({
    currentPassword: owes === 'factor' ? string() : string().check(minLength(1, messages.current)),
    otpCode: owes === 'code' ? string().check(sixDigits(messages.code)) : string(),
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

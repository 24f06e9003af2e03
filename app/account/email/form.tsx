'use client'

import { useMemo } from 'react'
import { minLength, object, refine, string, trim } from 'zod/mini'
import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import { ConfirmFields, type Confirming } from '../_confirm/confirm-fields.tsx'
import { useConfirmation } from '../_confirm/use-confirmation.ts'
import { CurrentCodeField, sixDigits } from '../code-field.tsx'

/** Messages for missing or invalid fields, checked in the browser. */
interface Messages {
  readonly email: string
  readonly mismatch: string
  readonly password: string
  readonly code: string
}

interface EmailFormProps {
  readonly action: string
  /** The current email, for password managers. */
  readonly current: string
  readonly confirming: Confirming
  readonly messages: Messages
}

const values = { email: '', emailConfirmation: '', currentPassword: '', otpCode: '' }
const cleared = ['email', 'emailConfirmation', 'currentPassword', 'otpCode'] as const

/** A new email, twice, and the password. */
export function EmailForm({ action, current, confirming, messages }: EmailFormProps) {
  const t = useTexts()
  const schema = useMemo(() => schemaOf(messages, confirming), [messages, confirming])
  const { problem, prepare } = useConfirmation(confirming)
  const { field, ...form } = useConsoleForm({ action, schema, values, cleared, prepare })
  const address = {
    type: 'text',
    inputMode: 'email',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <TextField
        {...address}
        label={t('account.email.new')}
        binding={field('email')}
        autoComplete="email"
      />
      <TextField
        {...address}
        label={t('account.email.confirmation')}
        binding={field('emailConfirmation')}
        autoComplete="email"
      />
      {confirming.owes === 'factor' ? (
        <ConfirmFields confirming={confirming} email={current} />
      ) : (
        <>
          <HiddenUsername email={current} />
          <SecretField
            label={t('account.current_password')}
            binding={field('currentPassword')}
            autoComplete="current-password"
          />
          {confirming.owes === 'code' && <CurrentCodeField binding={field('otpCode')} />}
        </>
      )}
      {problem && <FormProblem text={problem} />}
      <FormFooter {...form} label={t('account.email.submit')} />
    </form>
  )
}

function comparable(typed: string): string {
  return withoutInvisible(typed).normalize('NFKC').toLowerCase()
}

function schemaOf(messages: Messages, { owes }: Confirming) {
  return object({
    email: string().check(trim(), minLength(1, messages.email)),
    emailConfirmation: string().check(trim()),
    currentPassword: owes === 'factor' ? string() : string().check(minLength(1, messages.password)),
    otpCode: owes === 'code' ? string().check(sixDigits(messages.code)) : string(),
  }).check(
    refine(({ email, emailConfirmation }) => comparable(email) === comparable(emailConfirmation), {
      error: messages.mismatch,
      path: ['emailConfirmation'],
      when: () => true,
    }),
  )
}

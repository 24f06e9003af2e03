'use client'

import { useMemo } from 'react'
import { minLength, object, refine, string, trim } from 'zod/mini'
import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'
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
  /** The visitor must also enter a one-time code. */
  readonly asksCode: boolean
  readonly messages: Messages
}

const values = { email: '', emailConfirmation: '', currentPassword: '', otpCode: '' }
const cleared = ['email', 'emailConfirmation', 'currentPassword', 'otpCode'] as const

/** A new email, twice, and the password. */
export function EmailForm({ action, current, asksCode, messages }: EmailFormProps) {
  const t = useTexts()
  const schema = useMemo(() => schemaOf(messages, asksCode), [messages, asksCode])
  const { field, ...form } = useConsoleForm({ action, schema, values, cleared })
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
      <HiddenUsername email={current} />
      <SecretField
        label={t('account.current_password')}
        binding={field('currentPassword')}
        autoComplete="current-password"
      />
      {asksCode && <CurrentCodeField binding={field('otpCode')} />}
      <FormFooter {...form} label={t('account.email.submit')} />
    </form>
  )
}

function comparable(typed: string): string {
  return withoutInvisible(typed).normalize('NFKC').toLowerCase()
}

function schemaOf(messages: Messages, asksCode: boolean) {
  return object({
    email: string().check(trim(), minLength(1, messages.email)),
    emailConfirmation: string().check(trim()),
    currentPassword: string().check(minLength(1, messages.password)),
    otpCode: asksCode ? string().check(sixDigits(messages.code)) : string(),
  }).check(
    refine(({ email, emailConfirmation }) => comparable(email) === comparable(emailConfirmation), {
      error: messages.mismatch,
      path: ['emailConfirmation'],
      when: () => true,
    }),
  )
}

'use client'

import { useMemo } from 'react'
import { minLength, object, string } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { CodeField, sixDigits } from '../code-field.tsx'

interface EnrollmentFormProps {
  readonly action: string
  /** The account, for password managers. */
  readonly email: string
  /** Messages for missing or invalid fields, checked in the browser. */
  readonly messages: { readonly password: string; readonly code: string }
}

const values = { otpCode: '', password: '' }

/** The code that the app shows, and the password. */
export function EnrollmentForm({ action, email, messages }: EnrollmentFormProps) {
  const t = useTexts()
  const schema = useMemo(
    () =>
      object({
        otpCode: string().check(sixDigits(messages.code)),
        password: string().check(minLength(1, messages.password)),
      }),
    [messages],
  )
  const { field, ...form } = useConsoleForm({ action, schema, values, isCommand: true })
  return (
    <form {...form.props} className="flex max-w-sm flex-col gap-5">
      <CodeField binding={field('otpCode')} />
      <HiddenUsername email={email} />
      <SecretField
        label={t('account.current_password')}
        binding={field('password')}
        autoComplete="current-password"
      />
      <FormFooter {...form} label={t('account.otp.submit')} />
    </form>
  )
}

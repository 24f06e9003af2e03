'use client'

import { useMemo } from 'react'
import { minLength, object, string } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { CodeField, sixDigits } from '#app/account/code-field.tsx'

interface ReplacementFormProps {
  /** The account, for password managers. */
  readonly email: string
  /** The visitor must also enter a code of the present app. */
  readonly asksCode: boolean
  /** Messages for missing or invalid fields, checked in the browser. */
  readonly messages: { readonly newCode: string; readonly password: string; readonly code: string }
}

const values = { newOtpCode: '', password: '', otpCode: '' }

/** The first code of the new app, and what confirms the change. */
export function ReplacementForm({ email, asksCode, messages }: ReplacementFormProps) {
  const t = useTexts()
  const schema = useMemo(
    () =>
      object({
        newOtpCode: string().check(sixDigits(messages.newCode)),
        password: string().check(minLength(1, messages.password)),
        otpCode: asksCode ? string().check(sixDigits(messages.code)) : string(),
      }),
    [messages, asksCode],
  )
  const action = '/account/otp/replace/submit'
  const { field, ...form } = useConsoleForm({ action, schema, values, isCommand: true })
  return (
    <form {...form.props} className="flex max-w-sm flex-col gap-5">
      <CodeField label={t('account.otp.new_code')} binding={field('newOtpCode')} />
      <HiddenUsername email={email} />
      <SecretField
        label={t('account.current_password')}
        binding={field('password')}
        autoComplete="current-password"
      />
      {asksCode && <CodeField label={t('account.otp.old_code')} binding={field('otpCode')} />}
      <FormFooter {...form} label={t('account.otp.move_submit')} cancel="/account/otp" />
    </form>
  )
}

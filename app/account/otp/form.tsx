'use client'

import { useMemo } from 'react'
import { minLength, object, string } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ConfirmFields, type Confirming } from '../_confirm/confirm-fields.tsx'
import { useConfirmation } from '../_confirm/use-confirmation.ts'
import { CodeField, sixDigits } from '../code-field.tsx'
import { useFirstCodes } from './first-codes.tsx'

interface EnrollmentFormProps {
  readonly action: string
  /** The account, for password managers. */
  readonly email: string
  readonly confirming: Confirming
  /** Messages for missing or invalid fields, checked in the browser. */
  readonly messages: { readonly password: string; readonly code: string }
}

const values = { otpCode: '', password: '' }

/** The code that the app shows, and the password. */
export function EnrollmentForm(props: EnrollmentFormProps) {
  const { action, email, confirming, messages } = props
  const t = useTexts()
  const isByPasskey = confirming.owes === 'factor'
  const { problem, prepare } = useConfirmation(confirming)
  const schema = useMemo(
    () =>
      object({
        otpCode: string().check(sixDigits(messages.code)),
        password: isByPasskey ? string() : string().check(minLength(1, messages.password)),
      }),
    [messages, isByPasskey],
  )
  const { field, ...form } = useConsoleForm({ action, schema, values, prepare, isCommand: true })
  useFirstCodes(form.state)
  return (
    <form {...form.props} className="flex max-w-sm flex-col gap-5">
      <CodeField binding={field('otpCode')} />
      {isByPasskey ? (
        <ConfirmFields confirming={confirming} email={email} />
      ) : (
        <>
          <HiddenUsername email={email} />
          <SecretField
            label={t('account.current_password')}
            binding={field('password')}
            autoComplete="current-password"
          />
        </>
      )}
      {problem && <FormProblem text={problem} />}
      <FormFooter {...form} label={t('account.otp.submit')} />
    </form>
  )
}

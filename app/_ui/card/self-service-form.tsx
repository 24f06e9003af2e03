'use client'

import type { ReactNode } from 'react'
import { minLength, object, refine, string, trim, type ZodMiniType } from 'zod/mini'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import { EmailField } from './email-field.tsx'
import { FormAlert } from './form-alert.tsx'
import { NewPassword, type PasswordTexts } from './new-password.tsx'
import { type FormMessage, useCheckedForm } from './use-checked-form.ts'

export type { PasswordTexts }

interface EmailTexts {
  readonly label: string
  readonly required: string
  readonly invalid: string
}

interface SelfServiceFormProps {
  readonly action: string
  /** Hidden inputs; an empty value sends none. */
  readonly hidden: Readonly<Record<string, string>>
  /** Absent: the form has no email field. */
  readonly email?: EmailTexts & { readonly value: string }
  /** The account, for password managers, when the form has no email field. */
  readonly username?: string
  /** The hidden field that only programs fill in. */
  readonly trap?: ReactNode
  /** Names the account, above the fields. */
  readonly account?: ReactNode
  /** Absent: the form has no password field. */
  readonly passwords?: PasswordTexts | undefined
  readonly error: FormMessage | undefined
  readonly submit: string
  readonly busy: string
  /** The form was sent and resending is not the next step: no field takes the focus, and the button is not primary. */
  readonly isSent?: boolean
}

/** A self-service form: an email, a new password, or both; works without scripts. */
export function SelfServiceForm(props: SelfServiceFormProps) {
  const { action, hidden, email, username, account, trap, passwords, error } = props
  const { submit, busy, isSent } = props
  const checked = useCheckedForm({ schema: schemaOf(email, passwords), serverMessage: error })
  const firstEmpty = email && (email.value === '' || !passwords) ? 'email' : 'password'
  const start = error?.field ?? firstEmpty
  const bind = (name: string) => ({
    ...checked.field(name),
    ...startingAt(!isSent && start === name),
  })
  return (
    <form {...checked.form} action={action}>
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {account}
      {email && <EmailField {...bind('email')} label={email.label} defaultValue={email.value} />}
      {username && <HiddenUsername email={username} />}
      {passwords && <NewPassword {...bind('password')} label={passwords.label} texts={passwords} />}
      {trap}
      <FormAlert message={checked.message} />
      <SubmitButton
        id="self-service-submit"
        className={isSent ? 'btn-block' : 'btn-primary btn-block'}
        label={submit}
        busyLabel={busy}
        busy={checked.busy}
      />
    </form>
  )
}

/**
 * Checks for empty fields, the form of an address and the length of a password in the browser: the server would send
 * the password field back empty.
 */
function schemaOf(email: EmailTexts | undefined, passwords: PasswordTexts | undefined) {
  const fields: Record<string, ZodMiniType<string, string>> = {}
  if (email) {
    fields.email = string().check(
      trim(),
      minLength(1, email.required),
      refine((typed) => typed.split('@').length === 2, email.invalid),
    )
  }
  if (!passwords) return object(fields)
  const { rule } = passwords
  const lengthOf = (typed: string) => [...normalizePassword(typed)].length
  fields.password = string().check(
    minLength(1, passwords.required),
    refine((typed) => lengthOf(typed) >= rule.minLength, passwords.tooShort),
    refine((typed) => lengthOf(typed) <= rule.maxLength, passwords.tooLong),
  )
  return object(fields)
}

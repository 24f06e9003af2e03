'use client'

import type { ReactNode } from 'react'
import { minLength, object, refine, string, trim, type ZodMiniType } from 'zod/mini'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import { EmailField } from './email-field.tsx'
import { FormAlert } from './form-alert.tsx'
import { HiddenUsername } from './hidden-username.tsx'
import { PasswordField } from './password-field.tsx'
import { SubmitButton } from './submit-button.tsx'
import { type FormMessage, useCheckedForm } from './use-checked-form.ts'

interface EmailTexts {
  readonly label: string
  readonly placeholder: string
  readonly required: string
}

export interface PasswordTexts {
  readonly label: string
  readonly confirmation: string
  readonly required: string
  /** Minimum length in characters. */
  readonly minLength: number
  readonly tooShort: string
  readonly confirmationRequired: string
  readonly mismatch: string
  readonly show: string
  readonly hide: string
}

interface SelfServiceFormProps {
  readonly action: string
  /** Hidden inputs; an empty value sends none. */
  readonly hidden: Readonly<Record<string, string>>
  /** Absent: the form has no email field. */
  readonly email?: EmailTexts & { readonly value: string }
  /** The account, for password managers, when the form has no email field. */
  readonly username?: string
  /** Absent: the form has no password fields. */
  readonly passwords?: PasswordTexts | undefined
  /** The password's requirements, shown above its fields. */
  readonly rule?: ReactNode
  /** Id of the rule's element, if it has one. */
  readonly ruleId?: string | undefined
  readonly error: FormMessage | undefined
  readonly submit: string
  readonly busy: string
  /** The form was sent and resending is not the next step: no field takes the focus, and the button is not primary. */
  readonly isSent?: boolean
}

/** A self-service form: an email, a new password twice, or both; works without scripts. */
export function SelfServiceForm(props: SelfServiceFormProps) {
  const { action, hidden, email, username, passwords, rule, ruleId, error } = props
  const { submit, busy, isSent } = props
  const form = useCheckedForm({ schema: schemaOf(email, passwords), serverMessage: error })
  const start = error?.field ?? (email ? 'email' : 'password')
  const bind = (name: string) => ({ ...form.field(name), ...startingAt(!isSent && start === name) })
  return (
    <form
      method="post"
      action={action}
      noValidate
      onSubmit={form.onSubmit}
      className="flex flex-col gap-5"
    >
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {email && (
        <EmailField
          {...bind('email')}
          label={email.label}
          placeholder={email.placeholder}
          defaultValue={email.value}
        />
      )}
      {username && <HiddenUsername email={username} />}
      {rule}
      {passwords && <NewPasswordFields texts={passwords} bind={bind} ruleId={ruleId} />}
      <FormAlert message={form.message} />
      <SubmitButton
        id="self-service-submit"
        className={isSent ? 'btn-block' : 'btn-primary btn-block'}
        label={submit}
        busyLabel={busy}
        busy={form.busy}
      />
    </form>
  )
}

interface NewPasswordFieldsProps {
  readonly texts: PasswordTexts
  readonly bind: (name: string) => ReturnType<ReturnType<typeof useCheckedForm>['field']>
  readonly ruleId: string | undefined
}

function NewPasswordFields({ texts, bind, ruleId }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...bind('password')}
        label={texts.label}
        autoComplete="new-password"
        aria-describedby={ruleId}
        texts={texts}
      />
      <PasswordField
        {...bind('passwordConfirmation')}
        label={texts.confirmation}
        autoComplete="new-password"
        texts={texts}
      />
    </>
  )
}

/**
 * Checks for empty fields, length and mistyped confirmation in the browser: the server would send the password fields
 * back empty.
 */
function schemaOf(email: EmailTexts | undefined, passwords: PasswordTexts | undefined) {
  const fields: Record<string, ZodMiniType<string, string>> = {}
  if (email) fields.email = string().check(trim(), minLength(1, email.required))
  if (!passwords) return object(fields)
  fields.password = string().check(
    minLength(1, passwords.required),
    refine(
      (typed) => [...normalizePassword(typed)].length >= passwords.minLength,
      passwords.tooShort,
    ),
  )
  fields.passwordConfirmation = string().check(minLength(1, passwords.confirmationRequired))
  return object(fields).check(
    refine(
      ({ password = '', passwordConfirmation = '' }) =>
        normalizePassword(password) === normalizePassword(passwordConfirmation),
      { error: passwords.mismatch, path: ['passwordConfirmation'] },
    ),
  )
}

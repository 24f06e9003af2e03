'use client'

import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { boolean, minLength, object, optional, refine, string, trim } from 'zod/mini'
import { CheckField, type FieldBinding, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { NameFields } from '#app/_ui/form/profile-fields.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface NewUserFormProps {
  readonly action: string
  /** Mail is enabled. */
  readonly smtpEnabled: boolean
  /** The password's requirements. */
  readonly rule: ReactNode
  /** The reason why no link can be mailed, shown while mail is off. */
  readonly noMail: ReactNode
}

const values = {
  email: '',
  emailVerified: false,
  givenName: '',
  middleName: '',
  familyName: '',
  setPasswordType: 'now',
  password: '',
}

export function NewUserForm({ action, smtpEnabled, rule, noMail }: NewUserFormProps) {
  const t = useTexts()
  const { field, form: inner, ...form } = useConsoleForm({ action, schema: useSchema(), values })
  const byMail = useWatch({ control: inner.control, name: 'setPasswordType' }) === 'email'
  return (
    <form {...form.props} className="flex max-w-3xl flex-col gap-5">
      <div className="max-w-lg">
        <TextField
          label={t('users.email')}
          binding={field('email')}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
        />
      </div>
      <CheckField
        label={t('users.email_verified')}
        hint={t('users.email_verified_hint')}
        binding={field('emailVerified')}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <NameFields field={field} />
      </div>
      <Ways binding={field('setPasswordType')} smtpEnabled={smtpEnabled} noMail={noMail} />
      {!byMail && (
        <div className="max-w-md">
          <SecretField
            label={t('users.password.new')}
            hint={rule}
            binding={field('password')}
            autoComplete="new-password"
          />
        </div>
      )}
      <FormFooter {...form} label={t('users.new.submit')} />
    </form>
  )
}

/** The form's schema, with messages in the visitor's language. */
function useSchema() {
  const t = useTexts()
  return object({
    email: string().check(trim(), minLength(1, t('users.email_required'))),
    emailVerified: boolean(),
    givenName: string(),
    middleName: string(),
    familyName: string(),
    setPasswordType: string(),
    password: optional(string()),
  }).check(
    refine(({ setPasswordType, password }) => setPasswordType === 'email' || password, {
      path: ['password'],
      message: t('users.password.required'),
    }),
  )
}

interface WaysProps {
  readonly binding: FieldBinding
  readonly smtpEnabled: boolean
  readonly noMail: ReactNode
}

/** The ways to set the user's first password. */
function Ways({ binding, smtpEnabled, noMail }: WaysProps) {
  const t = useTexts()
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{t('users.new.password_way')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Way
          binding={binding}
          value="now"
          label={t('users.new.now')}
          hint={t('users.new.now_hint')}
        />
        <Way
          binding={binding}
          value="email"
          label={t('users.new.by_mail')}
          hint={smtpEnabled ? t('users.new.by_mail_hint') : noMail}
          disabled={!smtpEnabled}
        />
      </div>
    </fieldset>
  )
}

interface WayProps {
  readonly binding: FieldBinding
  readonly value: string
  readonly label: string
  readonly hint: ReactNode
  readonly disabled?: boolean
}

function Way({ binding, value, label, hint, disabled = false }: WayProps) {
  const { initial, error: _, ...registered } = binding
  const id = `password-${value}`
  return (
    <div className="flex items-start gap-3 rounded-field border border-line px-4 py-3 has-checked:border-base-content has-checked:bg-base-content/6">
      <input
        {...registered}
        id={id}
        type="radio"
        value={value}
        defaultChecked={initial === value}
        aria-disabled={disabled || undefined}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className="radio radio-sm mt-0.5"
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className={`font-medium ${disabled ? 'text-muted' : ''}`}>
          {label}
        </label>
        <div id={`${id}-hint`} className="mt-0.5 text-pretty text-muted text-xs">
          {hint}
        </div>
      </div>
    </div>
  )
}

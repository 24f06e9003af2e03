'use client'

import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { boolean, minLength, object, optional, refine, string, trim } from 'zod/mini'
import { Choice, Choices } from '#app/_ui/form/choice.tsx'
import { CheckField, type FieldBinding, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { NameFields } from '#app/_ui/form/profile-fields.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface NewUserFormProps {
  readonly action: string
  /** The list, where the visitor came from. */
  readonly cancel: string
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

export function NewUserForm({ action, cancel, smtpEnabled, rule, noMail }: NewUserFormProps) {
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
      <FormFooter {...form} label={t('users.new.submit')} cancel={cancel} />
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
    <Choices legend={t('users.new.password_way')}>
      <Choice
        id="password-now"
        value="now"
        label={t('users.new.now')}
        hint={t('users.new.now_hint')}
        binding={binding}
      />
      <Choice
        id="password-email"
        value="email"
        label={t('users.new.by_mail')}
        hint={smtpEnabled ? t('users.new.by_mail_hint') : noMail}
        binding={binding}
        disabled={!smtpEnabled}
      />
    </Choices>
  )
}

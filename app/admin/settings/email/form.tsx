'use client'

import type { FieldPath } from 'react-hook-form'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { CheckField, type FieldBinding, SelectField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type EmailValues, emailFormId, useEmailSchema } from './schema.ts'

type Field = (name: FieldPath<EmailValues>) => FieldBinding

interface EmailSettingsFormProps {
  readonly action: string
  readonly hasPassword: boolean
  readonly values: EmailValues
}

/** The mail settings. While mail is off, the style sheet hides the other fields. */
export function EmailSettingsForm({ action, hasPassword, values }: EmailSettingsFormProps) {
  const t = useTexts()
  const schema = useEmailSchema()
  const cleared = ['smtpPassword'] as const
  const { field, ...form } = useConsoleForm<EmailValues>({ action, schema, values, cleared })
  return (
    <form {...form.props} id={emailFormId} className="group max-w-240">
      <Section id="smtp" title={t('settings.email.server')}>
        <CheckField
          label={t('settings.email.enabled')}
          hint={t('settings.email.enabled_hint')}
          binding={field('smtpEnabled')}
        />
        {values.smtpEnabled && (
          <Notice kind="warning" className="group-has-[#smtpEnabled:checked]:hidden">
            {t('settings.email.off_forgets')}
          </Notice>
        )}
        <div className="flex flex-col gap-5 group-has-[#smtpEnabled:not(:checked)]:hidden">
          <Server field={field} />
          <Login field={field} hasPassword={hasPassword} />
        </div>
      </Section>
      <div className="group-has-[#smtpEnabled:not(:checked)]:hidden">
        <Section id="sender" title={t('settings.email.sender')}>
          <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
            <TextField
              label={t('settings.email.from_email')}
              binding={field('smtpFromEmail')}
              type="email"
              dir="ltr"
            />
            <TextField
              label={t('settings.email.from_name')}
              optional={t('console.optional')}
              binding={field('smtpFromName')}
            />
          </div>
        </Section>
      </div>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

function Server({ field }: { readonly field: Field }) {
  const t = useTexts()
  return (
    <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
      <TextField
        label={t('settings.email.host')}
        binding={field('smtpHost')}
        dir="ltr"
        placeholder="smtp.example.com"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t('settings.email.port')}
        binding={field('smtpPort')}
        inputMode="numeric"
        dir="ltr"
      />
      <SelectField
        label={t('settings.email.encryption')}
        hint={`${t('settings.email.port_hint')} ${t('settings.email.encryption_hint')}`}
        binding={field('smtpEncryption')}
      >
        <option value="starttls">{t('settings.email.encryption_starttls')}</option>
        <option value="ssltls">{t('settings.email.encryption_ssltls')}</option>
        <option value="none">{t('settings.email.encryption_none')}</option>
      </SelectField>
    </div>
  )
}

interface LoginProps {
  readonly field: Field
  readonly hasPassword: boolean
}

function Login({ field, hasPassword }: LoginProps) {
  const t = useTexts()
  const hint = hasPassword ? 'settings.email.password_stored' : 'settings.email.password_hint'
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t('settings.email.username')}
        hint={t('settings.email.username_hint')}
        optional={t('console.optional')}
        binding={field('smtpUsername')}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="flex flex-col gap-3">
        <SecretField
          label={t('settings.email.password')}
          hint={t(hint)}
          optional={t('console.optional')}
          binding={field('smtpPassword')}
          autoComplete="new-password"
        />
        {hasPassword && (
          <CheckField label={t('settings.email.clear_password')} binding={field('clearPassword')} />
        )}
      </div>
    </div>
  )
}

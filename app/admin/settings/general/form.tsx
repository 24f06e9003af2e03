'use client'

import Link from 'next/link'
import { type FieldPath, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { CheckField, type FieldBinding, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type Policy, PolicyField } from '../_parts/policy-field.tsx'
import { useGeneralSchema } from './schema.ts'

type Values = z.input<ReturnType<typeof useGeneralSchema>>
type Field = (name: FieldPath<Values>) => FieldBinding

interface GeneralSettingsFormProps {
  readonly action: string
  readonly values: Values
  readonly policies: readonly Policy[]
  readonly isMailOn: boolean
}

export function GeneralSettingsForm(props: GeneralSettingsFormProps) {
  const { action, values, policies, isMailOn } = props
  const t = useTexts()
  const schema = useGeneralSchema()
  const { field, ...rest } = useConsoleForm<Values>({ action, schema, values })
  const issuer = useWatch({ control: rest.form.control, name: 'issuer' })
  const isOpen = useWatch({ control: rest.form.control, name: 'selfRegistrationEnabled' })
  const isIssuerNew = issuer !== undefined && issuer.trim() !== values.issuer
  return (
    <form {...rest.props} className="max-w-240">
      <Section id="server" title={t('settings.general.server')}>
        <TextField
          label={t('settings.general.app_name')}
          hint={t('settings.general.app_name_hint')}
          binding={field('appName')}
        />
        <TextField
          label={t('settings.general.issuer')}
          hint={t('settings.general.issuer_hint')}
          binding={field('issuer')}
          dir="ltr"
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div role="status" className="empty:hidden">
          {isIssuerNew && (
            <Notice kind="warning" id="issuer-warning">
              {t('settings.general.issuer_warning')}
            </Notice>
          )}
        </div>
      </Section>
      <Accounts
        field={field}
        policies={policies}
        isMailOn={isMailOn}
        isRegistrationOpen={isOpen === true}
      />
      <Applications field={field} />
      <FormFooter {...rest} label={t('console.save')} />
    </form>
  )
}

interface AccountsProps {
  readonly field: Field
  readonly policies: readonly Policy[]
  readonly isMailOn: boolean
  readonly isRegistrationOpen: boolean
}

function Accounts({ field, policies, isMailOn, isRegistrationOpen }: AccountsProps) {
  const t = useTexts()
  const verificationHint = isMailOn ? (
    t('settings.general.verification_hint')
  ) : (
    <>
      {t('settings.general.verification_without_mail')}{' '}
      <Link href="/admin/settings/email" prefetch={false} className="text-link">
        {t('settings.general.set_up_mail')}
      </Link>
    </>
  )
  return (
    <Section id="accounts" title={t('settings.general.accounts')}>
      <PolicyField
        label={t('settings.general.password_policy')}
        hint={t('settings.general.password_policy_hint')}
        binding={field('passwordPolicy')}
        policies={policies}
      />
      <CheckField
        label={t('settings.general.self_registration')}
        hint={t('settings.general.self_registration_hint')}
        binding={field('selfRegistrationEnabled')}
      />
      {!isMailOn && isRegistrationOpen && (
        <Notice kind="warning" id="registration-warning">
          {t('settings.general.self_registration_without_mail')}
        </Notice>
      )}
      <CheckField
        label={t('settings.general.verification')}
        hint={verificationHint}
        binding={field('selfRegistrationRequiresEmailVerification')}
      />
    </Section>
  )
}

function Applications({ field }: { readonly field: Field }) {
  const t = useTexts()
  return (
    <Section id="applications" title={t('settings.general.applications')}>
      <CheckField
        label={t('settings.general.pkce')}
        hint={t('settings.general.pkce_hint')}
        binding={field('pkceRequired')}
      />
      <CheckField
        label={t('settings.general.dynamic')}
        hint={t('settings.general.dynamic_hint')}
        binding={field('dynamicClientRegistrationEnabled')}
      />
      <CheckField
        label={t('settings.general.implicit')}
        hint={<LegacyHint text={t('settings.general.implicit_hint')} />}
        binding={field('implicitFlowEnabled')}
      />
      <CheckField
        label={t('settings.general.ropc')}
        hint={<LegacyHint text={t('settings.general.ropc_hint')} />}
        binding={field('resourceOwnerPasswordCredentialsEnabled')}
      />
    </Section>
  )
}

function LegacyHint({ text }: { readonly text: string }) {
  const t = useTexts()
  return (
    <>
      <Badge tone="warning">{t('settings.legacy')}</Badge> <span>{text}</span>
    </>
  )
}

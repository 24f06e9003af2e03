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
import { useGeneralSchema } from './schema.ts'

type Values = z.input<ReturnType<typeof useGeneralSchema>>
type Field = (name: FieldPath<Values>) => FieldBinding

interface GeneralSettingsFormProps {
  readonly action: string
  readonly values: Values
}

export function GeneralSettingsForm({ action, values }: GeneralSettingsFormProps) {
  const t = useTexts()
  const schema = useGeneralSchema()
  const { field, ...rest } = useConsoleForm<Values>({ action, schema, values })
  const issuer = useWatch({ control: rest.form.control, name: 'issuer' })
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
      <Accounts />
      <Applications field={field} />
      <FormFooter {...rest} label={t('console.save')} />
    </form>
  )
}

/** Where the settings of accounts are. */
function Accounts() {
  const t = useTexts()
  return (
    <Section id="accounts" title={t('settings.general.accounts')}>
      <ul className="grid gap-2">
        <li>
          <Link href="/admin/settings/accounts" prefetch={false} className="ui-inline-link">
            {t('settings.registration.title')}
          </Link>
        </li>
        <li>
          <Link
            href="/admin/settings/sign-in#passwords"
            prefetch={false}
            className="ui-inline-link"
          >
            {t('settings.password_policy.title')}
          </Link>
        </li>
      </ul>
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

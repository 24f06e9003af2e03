'use client'

import { useMemo } from 'react'
import { boolean, maxLength, minLength, object, regex, string, trim } from 'zod/mini'
import {
  CheckField,
  type FieldBinding,
  SelectField,
  TextAreaField,
  TextField,
} from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { MoreFields } from '#app/_ui/form/more-fields.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { Preset } from '#lib/domain/identity-providers/presets.ts'
import type { ConnectionValues } from './connection-values.ts'
import { IssuerFields } from './issuer-fields.tsx'
import { RedirectUri } from './redirect-uri.tsx'

interface ConnectionFormProps {
  readonly action: string
  readonly preset: Preset
  readonly values: ConnectionValues
  readonly label: string
  /** The beginning of every redirect URI. */
  readonly baseUrl: string
  readonly hasSecret: boolean
  /** How many people are connected: they lose the connection to another issuer. Null for a new provider. */
  readonly links: number | null
  /** The list, for a new provider. */
  readonly cancel?: string
}

/** How this server reaches a provider: the same form for a new one and a stored one. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { action, preset, values, label, baseUrl, hasSecret, links, cancel } = props
  const t = useTexts()
  const schema = useConnectionSchema()
  const { field, ...form } = useConsoleForm<ConnectionValues>({
    ...{ action, schema, values },
    cleared: ['clientSecret'],
  })
  const isNew = links === null
  const alias = form.form.watch('alias') ?? ''
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-5">
      <TextField
        label={t('idp.form.name')}
        hint={t('idp.form.name_hint')}
        binding={field('displayName')}
        maxLength={40}
      />
      {isNew && (
        <TextField
          label={t('idp.form.alias')}
          hint={t('idp.form.alias_hint')}
          binding={field('alias')}
          dir="ltr"
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
        />
      )}
      <RedirectUri baseUrl={baseUrl} alias={isNew ? alias.trim() : values.alias} />
      <IssuerFields
        preset={preset}
        field={field}
        typed={form.form.watch('issuer') ?? ''}
        state={form.state}
      />
      <TextField
        label={t('idp.form.client_id')}
        binding={field('clientId')}
        dir="ltr"
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SecretField
        label={t('idp.form.secret')}
        hint={hasSecret ? t('idp.form.secret_stored') : t('idp.form.secret_hint')}
        binding={field('clientSecret')}
        autoComplete="off"
      />
      <TextField
        label={t('idp.form.expires')}
        hint={t('idp.form.expires_hint')}
        binding={field('secretExpiresAt')}
        type="date"
        className="max-w-48"
      />
      <RareFields field={field} />
      {!isNew && links > 0 && (
        <CheckField
          label={t('idp.form.forget')}
          hint={t('idp.form.forget_hint', { count: links })}
          binding={field('forgetLinks')}
        />
      )}
      <FormFooter {...form} label={label} {...(cancel && { cancel })} />
    </form>
  )
}

const rare = ['tokenEndpointAuthMethod', 'scopes', 'parameters'] as const

interface RareFieldsProps {
  readonly field: (name: (typeof rare)[number]) => FieldBinding
}

function RareFields({ field }: RareFieldsProps) {
  const t = useTexts()
  return (
    <MoreFields label={t('idp.form.more')} isRefused={rare.some((name) => field(name).error)}>
      <SelectField
        label={t('idp.form.method')}
        hint={t('idp.form.method_hint')}
        binding={field('tokenEndpointAuthMethod')}
      >
        {['client_secret_basic', 'client_secret_post', 'none'].map((method) => (
          <option key={method} value={method}>
            {method}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('idp.form.scopes')}
        binding={field('scopes')}
        dir="ltr"
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextAreaField
        label={t('idp.form.parameters')}
        hint={t('idp.form.parameters_hint')}
        binding={field('parameters')}
        dir="ltr"
      />
    </MoreFields>
  )
}

/** Checks in the browser; the API decides. */
function useConnectionSchema() {
  const t = useTexts()
  return useMemo(() => {
    const needed = (text: string) => string().check(trim(), minLength(1, text))
    return object({
      displayName: needed(t('idp.form.bad_name')).check(maxLength(40, t('idp.form.bad_name'))),
      alias: string().check(trim(), regex(/^[a-z][a-z0-9-]{1,29}$/, t('idp.form.bad_alias'))),
      issuer: string(),
      tenant: string(),
      clientId: needed(t('idp.form.bad_client_id')),
      clientSecret: string(),
      secretExpiresAt: string(),
      tokenEndpointAuthMethod: string(),
      scopes: string(),
      parameters: string(),
      forgetLinks: boolean(),
    })
  }, [t])
}

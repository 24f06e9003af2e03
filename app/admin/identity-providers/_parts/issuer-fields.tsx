'use client'

import { type FieldBinding, TextField } from '#app/_ui/form/fields.tsx'
import type { FormState } from '#app/_ui/form/form-state.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { Preset } from '#lib/domain/identity-providers/presets.ts'

interface IssuerFieldsProps {
  readonly preset: Preset
  readonly field: (name: 'issuer' | 'tenant') => FieldBinding
  /** The issuer as it stands in the field. */
  readonly typed: string
  readonly state: FormState
}

/** The server of a provider: an address, a host or a tenant; nothing for Google, which has one. */
export function IssuerFields({ preset, field, typed, state }: IssuerFieldsProps) {
  const t = useTexts()
  const code = {
    dir: 'ltr',
    className: 'font-mono',
    autoCapitalize: 'none',
    spellCheck: false,
  } as const
  if (preset === 'google') return null
  if (preset === 'microsoft') {
    return (
      <TextField
        {...code}
        label={t('idp.form.tenant')}
        hint={t('idp.form.tenant_hint')}
        binding={field('tenant')}
      />
    )
  }
  const isHost = preset === 'gitlab' || preset === 'github'
  const meant = slashMeant(typed.trim(), state)
  return (
    <div>
      <TextField
        {...code}
        label={isHost ? t('idp.form.host') : t('idp.form.issuer')}
        hint={isHost ? t('idp.form.host_hint') : t('idp.form.issuer_hint')}
        binding={field('issuer')}
        type="url"
      />
      {meant && (
        <button type="submit" name="useIssuer" value={meant} className="ui-link mt-1 text-sm">
          {t('idp.form.use_issuer', { issuer: meant })}
        </button>
      )}
    </div>
  )
}

/** The issuer that the provider calls itself, when only slashes at its end tell it from the sent one. */
function slashMeant(typed: string, state: FormState): string | null {
  if (state.kind !== 'refused' || state.code !== 'validator.provider.issuer_mismatch') return null
  const sent = typed || String(state.typed?.issuer ?? '')
  const named = (state.message.match(/https?:\/\/[\x21-\x7e]+/g) ?? []).map((one) =>
    one.replace(/[.,]+$/, ''),
  )
  const isSlashAway = (one: string) => one !== sent && withoutSlashes(one) === withoutSlashes(sent)
  return named.find(isSlashAway) ?? null
}

function withoutSlashes(issuer: string): string {
  return issuer.replace(/\/+$/, '')
}

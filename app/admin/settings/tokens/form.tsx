'use client'

import { useMemo } from 'react'
import { boolean, object, refine } from 'zod/mini'
import { DurationField } from '#app/_ui/form/duration-field.tsx'
import { CheckField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { maxLifetimeSeconds, minConsoleTokenSeconds } from '#lib/domain/lifetimes.ts'
import { wholeNumber } from '../_parts/rules.ts'

const access = 'tokenExpirationInSeconds'
const idle = 'refreshTokenOfflineIdleTimeoutInSeconds'
const lifetime = 'refreshTokenOfflineMaxLifetimeInSeconds'
const inAccess = 'includeOpenIDConnectClaimsInAccessToken'
const inId = 'includeOpenIDConnectClaimsInIdToken'

interface TokenSettingsFormProps {
  readonly action: string
  readonly language: string
  readonly values: Readonly<
    Record<typeof access | typeof idle | typeof lifetime, string> &
      Record<typeof inAccess | typeof inId, boolean>
  >
}

/** The lifetimes and claims of tokens, which a client may override. */
export function TokenSettingsForm({ action, language, values }: TokenSettingsFormProps) {
  const t = useTexts()
  const schema = useTokenSchema()
  const { field, controlled, ...form } = useConsoleForm({ action, schema, values })
  return (
    <form {...form.props} className="max-w-240">
      <Section id="lifetimes" title={t('settings.tokens.lifetimes')}>
        <DurationField
          label={t('settings.tokens.access')}
          hint={t('settings.tokens.access_hint')}
          binding={controlled(access)}
          language={language}
          tooShort={{
            belowSeconds: minConsoleTokenSeconds,
            warning: t('settings.tokens.short'),
          }}
        />
        <DurationField
          label={t('settings.tokens.offline_idle')}
          hint={t('settings.tokens.offline_idle_hint')}
          binding={controlled(idle)}
          language={language}
        />
        <DurationField
          label={t('settings.tokens.offline_lifetime')}
          hint={t('settings.tokens.offline_lifetime_hint')}
          binding={controlled(lifetime)}
          language={language}
        />
      </Section>
      <Section id="claims" title={t('settings.tokens.claims')}>
        <CheckField
          label={t('settings.tokens.claims_access')}
          hint={t('settings.tokens.claims_access_hint')}
          binding={field(inAccess)}
        />
        <CheckField
          label={t('settings.tokens.claims_id')}
          hint={t('settings.tokens.claims_id_hint')}
          binding={field(inId)}
        />
      </Section>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

function useTokenSchema() {
  const t = useTexts()
  return useMemo(() => {
    const max = maxLifetimeSeconds
    const seconds = wholeNumber({ min: 1, max, error: t('settings.range', { min: 1, max }) })
    return object({
      [access]: seconds,
      [idle]: seconds,
      [lifetime]: seconds,
      [inAccess]: boolean(),
      [inId]: boolean(),
    }).check(
      refine((sent) => Number(sent[idle]) <= Number(sent[lifetime]), {
        path: [idle],
        error: t('settings.tokens.idle_above_lifetime'),
      }),
    )
  }, [t])
}

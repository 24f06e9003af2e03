'use client'

import { useMemo } from 'react'
import { DurationField } from '#app/_ui/form/duration-field.tsx'
import { CheckField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { defaultLifetimes, minConsoleTokenSeconds } from '#lib/domain/settings/lifetimes.ts'
import { useDefault, useLifetimeProblems } from '../_parts/duration-texts.ts'
import { access, idle, inAccess, inId, lifetime, tokenSchema } from './schema.ts'

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
  const problems = useLifetimeProblems(language)
  const schema = useMemo(() => tokenSchema(problems), [problems])
  const defaultOf = useDefault(language)
  const { field, controlled, ...form } = useConsoleForm({ action, schema, values })
  return (
    <form {...form.props} className="max-w-240">
      <Section
        id="access"
        title={t('settings.tokens.access_title')}
        intro={`${t('settings.tokens.access_hint')} ${t('settings.tokens.intro')}`}
      >
        <DurationField
          label={t('settings.tokens.expire')}
          hint={defaultOf(defaultLifetimes.token)}
          binding={controlled(access)}
          language={language}
          tooShort={{
            belowSeconds: minConsoleTokenSeconds,
            warning: t('settings.tokens.short'),
          }}
        />
      </Section>
      <Section
        id="offline"
        title={t('settings.tokens.offline_title')}
        intro={t('settings.tokens.offline_intro')}
      >
        <DurationField
          label={t('settings.tokens.expire_unused')}
          hint={defaultOf(defaultLifetimes.offlineIdle)}
          binding={controlled(idle)}
          language={language}
        />
        <DurationField
          label={t('settings.tokens.expire_anyway')}
          hint={`${t('settings.tokens.offline_lifetime_hint')} ${defaultOf(defaultLifetimes.offlineMax)}`}
          binding={controlled(lifetime)}
          language={language}
        />
      </Section>
      <Section
        id="claims"
        title={t('settings.tokens.claims')}
        intro={t('settings.tokens.claims_intro')}
      >
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

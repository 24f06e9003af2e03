'use client'

import { useMemo } from 'react'
import { DurationField } from '#app/_ui/form/duration-field.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { defaultLifetimes, minConsoleSessionSeconds } from '#lib/domain/settings/lifetimes.ts'
import { useDefault, useLifetimeProblems } from '../_parts/duration-texts.ts'
import { idle, lifetime, sessionSchema } from './schema.ts'

interface SessionSettingsFormProps {
  readonly action: string
  readonly language: string
  readonly values: Readonly<Record<typeof idle | typeof lifetime, string>>
}

/** The two timeouts of a session. */
export function SessionSettingsForm({ action, language, values }: SessionSettingsFormProps) {
  const t = useTexts()
  const defaultOf = useDefault(language)
  const problems = useLifetimeProblems(language)
  const schema = useMemo(() => sessionSchema(problems), [problems])
  const { field: _, controlled, ...form } = useConsoleForm({ action, schema, values })
  const warning = t('settings.sessions.short')
  const tooShort = { belowSeconds: minConsoleSessionSeconds, warning }
  return (
    <form {...form.props} className="max-w-240">
      <Section
        id="lifetimes"
        title={t('settings.sessions.title')}
        intro={t('settings.sessions.intro')}
      >
        <DurationField
          label={t('settings.sessions.idle')}
          hint={`${t('settings.sessions.idle_hint')} ${defaultOf(defaultLifetimes.sessionIdle)}`}
          binding={controlled(idle)}
          language={language}
          tooShort={tooShort}
        />
        <DurationField
          label={t('settings.sessions.lifetime')}
          hint={`${t('settings.sessions.lifetime_hint')} ${defaultOf(defaultLifetimes.sessionMax)}`}
          binding={controlled(lifetime)}
          language={language}
          tooShort={tooShort}
        />
      </Section>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

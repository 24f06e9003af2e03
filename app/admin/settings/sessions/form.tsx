'use client'

import { useMemo } from 'react'
import { object, refine } from 'zod/mini'
import { DurationField } from '#app/_ui/form/duration-field.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { maxLifetimeSeconds, minConsoleSessionSeconds } from '#lib/domain/lifetimes.ts'
import { wholeNumber } from '../_parts/rules.ts'

const idle = 'userSessionIdleTimeoutInSeconds'
const lifetime = 'userSessionMaxLifetimeInSeconds'

interface SessionSettingsFormProps {
  readonly action: string
  readonly language: string
  readonly values: Readonly<Record<typeof idle | typeof lifetime, string>>
}

/** The two timeouts of a session. */
export function SessionSettingsForm({ action, language, values }: SessionSettingsFormProps) {
  const t = useTexts()
  const schema = useMemo(() => {
    const max = maxLifetimeSeconds
    const seconds = wholeNumber({ min: 1, max, error: t('settings.range', { min: 1, max }) })
    return object({ [idle]: seconds, [lifetime]: seconds }).check(
      refine((sent) => Number(sent[idle]) <= Number(sent[lifetime]), {
        path: [idle],
        error: t('settings.sessions.idle_above_lifetime'),
      }),
    )
  }, [t])
  const { field, ...form } = useConsoleForm({ action, schema, values })
  const warning = t('settings.sessions.short')
  const tooShort = { belowSeconds: minConsoleSessionSeconds, warning }
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <DurationField
        label={t('settings.sessions.idle')}
        hint={t('settings.sessions.idle_hint')}
        binding={field(idle)}
        language={language}
        tooShort={tooShort}
      />
      <DurationField
        label={t('settings.sessions.lifetime')}
        hint={t('settings.sessions.lifetime_hint')}
        binding={field(lifetime)}
        language={language}
        tooShort={tooShort}
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

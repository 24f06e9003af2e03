'use client'

import { useMemo } from 'react'
import { CheckField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { refusalDays, refusalSchema } from './schema.ts'

interface RefusalSettingsFormProps {
  readonly action: string
  readonly values: {
    readonly refusalRecordsEnabled: boolean
    readonly refusalRecordDays: string
  }
}

/** Whether refused requests are recorded, and for how long. */
export function RefusalSettingsForm({ action, values }: RefusalSettingsFormProps) {
  const t = useTexts()
  const schema = useMemo(() => refusalSchema(t('settings.range', refusalDays)), [t])
  const { field, ...form } = useConsoleForm({ action, schema, values })
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-6">
      <CheckField
        label={t('settings.audit.refusals')}
        hint={t('settings.audit.refusals_hint')}
        binding={field('refusalRecordsEnabled')}
      />
      <div className="max-w-xs">
        <TextField
          label={t('settings.audit.refusal_days')}
          hint={t('settings.range', refusalDays)}
          binding={field('refusalRecordDays')}
          inputMode="numeric"
          dir="ltr"
          className="font-mono tabular-nums"
        />
      </div>
      <FormFooter {...form} id="save-refusals" label={t('console.save')} />
    </form>
  )
}

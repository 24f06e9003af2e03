'use client'

import { useMemo } from 'react'
import { CheckField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { auditLogSchema, retentionDays } from './schema.ts'

interface AuditLogSettingsFormProps {
  readonly action: string
  readonly values: {
    readonly auditLogsInConsoleEnabled: boolean
    readonly auditLogsInDatabaseEnabled: boolean
    readonly auditLogRetentionDays: string
  }
}

/** The destinations of audit events and their retention. */
export function AuditLogSettingsForm({ action, values }: AuditLogSettingsFormProps) {
  const t = useTexts()
  const schema = useMemo(() => auditLogSchema(t('settings.range', retentionDays)), [t])
  const { field, ...form } = useConsoleForm({ action, schema, values })
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-6">
      <CheckField
        label={t('settings.audit.console')}
        hint={t('settings.audit.console_hint')}
        binding={field('auditLogsInConsoleEnabled')}
      />
      <CheckField
        label={t('settings.audit.database')}
        hint={t('settings.audit.database_hint')}
        binding={field('auditLogsInDatabaseEnabled')}
      />
      <div className="max-w-xs">
        <TextField
          label={t('settings.audit.retention')}
          hint={t('settings.audit.retention_hint')}
          binding={field('auditLogRetentionDays')}
          inputMode="numeric"
          dir="ltr"
          className="font-mono tabular-nums"
        />
      </div>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

import type { z } from 'zod'
import type { integrationSettings } from '#lib/api/contract/models/integration-settings.ts'
import type { auditLogSettings } from '#lib/api/contract/models/settings.ts'

/** Initial values of the audit log form. */
export function auditLogValues(settings: z.output<typeof auditLogSettings>) {
  const { auditLogsInConsoleEnabled, auditLogsInDatabaseEnabled, auditLogRetentionDays } = settings
  return {
    auditLogsInConsoleEnabled,
    auditLogsInDatabaseEnabled,
    auditLogRetentionDays: String(auditLogRetentionDays),
  }
}

/** Initial values of the form for refused requests. */
export function refusalValues(settings: z.output<typeof integrationSettings>) {
  const { refusalRecordsEnabled, refusalRecordDays } = settings
  return { refusalRecordsEnabled, refusalRecordDays: String(refusalRecordDays) }
}

import type { z } from 'zod'
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

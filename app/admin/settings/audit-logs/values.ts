import type { z } from 'zod'
import type { auditLogSettings } from '#lib/api/contract/models/settings.ts'

/** What the form of the audit log's settings begins with. */
export function auditLogValues(settings: z.output<typeof auditLogSettings>) {
  const { auditLogsInConsoleEnabled, auditLogsInDatabaseEnabled, auditLogRetentionDays } = settings
  return {
    auditLogsInConsoleEnabled,
    auditLogsInDatabaseEnabled,
    auditLogRetentionDays: String(auditLogRetentionDays),
  }
}

import type { z } from 'zod'
import type { auditLogEntry } from '#lib/api/contract/models/audit-logs.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'

export function auditLogEntryToWire(entry: AuditLogRecord): z.input<typeof auditLogEntry> {
  return {
    id: entry.id,
    createdAt: entry.createdAt.toISOString(),
    auditEvent: entry.auditEvent,
    details: entry.details,
    requestId: entry.requestId,
  }
}

import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'

export interface AuditLogQuery {
  /** From 1. */
  readonly page: number
  readonly size: number
  /** Restricts the result to this event; absent or '' for all. */
  readonly auditEvent?: string | undefined
  /** Restricts the result to entries that this request wrote; absent or '' for all. */
  readonly requestId?: string | undefined
}

/**
 * Reads a page of the audit log, newest first. Stored entries are shown even while the database log is switched off.
 * @returns the page and the total number of matching entries
 */
export async function readAuditLog(
  { store }: Context,
  { page, size, auditEvent = '', requestId = '' }: AuditLogQuery,
): Promise<{ readonly entries: readonly AuditLogRecord[]; readonly total: number }> {
  // No stored text contains NUL, and PostgreSQL rejects a parameter that does.
  if (auditEvent.includes('\0') || requestId.includes('\0')) return { entries: [], total: 0 }
  const filter = {
    ...(auditEvent === '' ? {} : { auditEvent }),
    ...(requestId === '' ? {} : { requestId }),
  }
  const total = await store.auditLog.count(filter)
  return { entries: await store.auditLog.list(filter, page, size), total }
}

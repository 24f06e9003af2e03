import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit-log.ts'

/** Which entries are looked for, and which page of them. */
export interface AuditLogQuery {
  /** From 1. */
  readonly page: number
  readonly size: number
  /** Only this event; absent or '' for all. */
  readonly auditEvent?: string | undefined
  /** Only what this request left; absent or '' for all. */
  readonly requestId?: string | undefined
}

/**
 * Reads a page of the audit log, newest first. It shows what is stored, whether or not entries are
 * stored at present.
 * @returns the page and how many entries match in all
 */
export async function readAuditLog(
  { store }: Context,
  { page, size, auditEvent = '', requestId = '' }: AuditLogQuery,
): Promise<{ readonly entries: readonly AuditLogRecord[]; readonly total: number }> {
  // No stored text holds NUL, and one of the databases cannot even be asked for it.
  if (auditEvent.includes('\0') || requestId.includes('\0')) return { entries: [], total: 0 }
  const filter = {
    ...(auditEvent === '' ? {} : { auditEvent }),
    ...(requestId === '' ? {} : { requestId }),
  }
  const total = await store.auditLog.count(filter)
  return { entries: await store.auditLog.list(filter, page, size), total }
}

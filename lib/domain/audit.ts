import type { Context, Tx } from '#lib/context.ts'
import { unfiltered } from '#lib/kernel/log.ts'
import { countEvent } from '#lib/kernel/metrics.ts'
import type { NewAuditLog } from '#lib/persistence/store.ts'
import type { AuditEvent } from './audit-events.ts'

type Plain = string | number | boolean | null

/**
 * Details of an entry: identifiers and plain values, never a secret, a code or a token. A flat record is for
 * values that stand together, such as those before a change.
 */
export type AuditDetails = Readonly<
  Record<string, Plain | readonly string[] | readonly number[] | Readonly<Record<string, Plain>>>
>

/**
 * Records an event inside the transaction of the change it tells of: a committed change always has
 * its entry, a rolled-back one never. The entry is written when the transaction's work is done, the log
 * record follows the commit.
 */
export function audit(tx: Tx, event: AuditEvent, details: AuditDetails): void {
  if (tx.settings.auditLogsInDatabaseEnabled) tx.record(entryOf(tx, event, details))
  if (tx.settings.auditLogsInConsoleEnabled) tx.afterCommit(() => logEntry(tx, event, details))
  if (tx.config.metricsToken) tx.afterCommit(() => countEvent(event))
}

/**
 * Records an event that changed nothing (a refusal, a failed attempt) on its own. Never throws: a
 * failed insert is logged and the caller's answer stays what it was.
 */
export async function auditRefusal(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
): Promise<void> {
  await auditAhead(ctx, event, details)()
}

/**
 * As `auditRefusal`, for an event whose answer still takes work: meanwhile the entry may be stored with
 * those of other requests.
 * @returns records the event and waits until its entry is stored; called before the answer is given
 */
export function auditAhead(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
): () => Promise<void> {
  const stored = ctx.settings.auditLogsInDatabaseEnabled
    ? ctx.store.enqueueAuditEntry(entryOf(ctx, event, details))
    : null
  return async () => {
    if (ctx.config.metricsToken) countEvent(event)
    if (ctx.settings.auditLogsInConsoleEnabled) logEntry(ctx, event, details)
    try {
      await stored?.()
    } catch (error) {
      const record = { err: error, audit_event: event, requestId: ctx.requestId }
      ctx.log.error(record, 'an audit entry could not be stored')
    }
  }
}

function entryOf(ctx: Context, auditEvent: AuditEvent, details: AuditDetails): NewAuditLog {
  return {
    createdAt: ctx.now,
    auditEvent,
    details: JSON.stringify(details),
    requestId: ctx.requestId,
  }
}

function logEntry(ctx: Context, event: AuditEvent, details: AuditDetails): void {
  unfiltered(ctx.log).info({ audit_event: event, ...details, requestId: ctx.requestId }, 'audit')
}

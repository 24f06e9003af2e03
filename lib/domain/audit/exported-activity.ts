import { setImmediate } from 'node:timers/promises'
import { refuse } from '#lib/answers/refusal.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { EntryFilter, EntryPlace } from '#lib/persistence/audit/filtered-audit-log.ts'
import { hasNul } from './activity.ts'
import { audit } from './audit.ts'

/** The largest export, in entries. */
const maxRows = 1_000_000
/** Entries read at a time. */
const batch = 500

/**
 * Begins an export of the activity: writes `exported_audit_log`, and returns the entries before this moment in batches,
 * newest first. A batch is read when the client has taken the one before.
 * @throws Refusal `activity.export_too_large` for more entries than an export holds
 */
export async function exportActivity(
  ctx: Context,
  wanted: EntryFilter,
  format: string,
  loggedInUser: string,
): Promise<AsyncIterable<readonly AuditLogRecord[]>> {
  const { before = ctx.now } = wanted
  const filter = { ...wanted, before: before < ctx.now ? before : ctx.now }
  const rows = hasNul(filter) ? 0 : await ctx.store.auditLog.countFiltered(filter)
  if (rows > maxRows) throw refuse('activity.export_too_large')
  await adminTransaction(ctx, async (tx) => {
    audit(tx, 'exported_audit_log', { loggedInUser, format, filter: plain(filter), rows })
  })
  return rows === 0 ? noEntries() : entriesOf(ctx, filter)
}

async function* noEntries() {}

async function* entriesOf({ store }: Context, filter: EntryFilter) {
  let after: EntryPlace | undefined
  for (;;) {
    const entries = await store.auditLog.walkFiltered(filter, after, batch)
    if (entries.length > 0) yield entries
    after = entries.at(-1)
    if (entries.length < batch) return
    // SQLite answers at once: without a pause, a fast client would hold up all other requests.
    await setImmediate()
  }
}

/** The filter as a detail of the entry. */
function plain({ events, ...filter }: EntryFilter): Record<string, string | number> {
  const given = Object.entries({ ...filter, events: events?.join(' ') }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
  )
  return Object.fromEntries(given)
}

import { type Context, type Tx, transaction } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { sha256Base64url } from '#lib/kernel/hash.ts'
import { widestBlock } from '#lib/kernel/ip.ts'
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

/** Refusals of one kind from one network: so many an hour have an entry of their own, for one subject and for all. */
const ownEntriesOfSubject = 30
const ownEntriesOfNetwork = 100
const windowSeconds = 3_600

/** Only those who hold administrative rights cause them: each has its entry. */
const eachWritten: ReadonlySet<AuditEvent> = new Set(['administrator_change_refused'])

/**
 * Records an event that changed nothing (a refusal, a failed attempt) on its own. Never throws: a
 * failed insert is logged and the caller's answer stays what it was. Whoever is refused again and again
 * fills no table: what comes beyond some entries an hour shares one, whose detail `count` says how often.
 */
export async function auditRefusal(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
): Promise<void> {
  try {
    const beyond = await countRefusal(ctx, event, details)
    if (beyond) return await addToShared(ctx, event, details, beyond)
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'a refusal could not be counted')
  }
  await auditAhead(ctx, event, details)()
}

/** A count that has gone beyond what has entries of its own. */
interface Beyond {
  readonly key: string
  readonly ownEntries: number
}

/** Counts a refusal for its network and, within that, for its subject; null while it has an entry of its own. */
async function countRefusal(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
): Promise<Beyond | null> {
  if (!ctx.settings.auditLogsInDatabaseEnabled || eachWritten.has(event)) return null
  const windowNumber = Math.floor(ctx.now.getTime() / 1_000 / windowSeconds)
  const network = widestBlock(ctx.ip)
  const subject = subjectOf(details)
  const counts = [
    {
      of: [event, network],
      ownEntries: subject === '' ? ownEntriesOfSubject : ownEntriesOfNetwork,
    },
    ...(subject === '' ? [] : [{ of: [event, network, subject], ownEntries: ownEntriesOfSubject }]),
  ]
  for (const { of, ownEntries } of counts) {
    const key = sha256Base64url(JSON.stringify([...of, windowNumber]))
    const { count } = await ctx.store.refusalCounts.add(key, addSeconds(ctx.now, 2 * windowSeconds))
    if (count > ownEntries) return { key, ownEntries }
  }
  return null
}

/** Whom a refusal is about, where its details say. */
function subjectOf({
  userId,
  email,
  emailDigest,
  clientId,
  clientIdentifier,
}: AuditDetails): string {
  const subject = userId || email || emailDigest || clientIdentifier || clientId
  return subject === undefined || subject === null ? '' : String(subject)
}

/** Counts a refusal in the entry that those beyond share: the first one's, with the details of the last. */
async function addToShared(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
  { key, ownEntries }: Beyond,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const counted = await tx.store.refusalCounts.lock(key)
    if (!counted) return
    const entry = entryOf(tx, event, { ...details, count: counted.count - ownEntries })
    if (counted.auditLogId === null) {
      await tx.store.refusalCounts.nameEntry(key, await tx.store.auditLog.insert(entry))
      if (tx.settings.auditLogsInConsoleEnabled) tx.afterCommit(() => logEntry(tx, event, details))
    } else await tx.store.auditLog.changeDetails(counted.auditLogId, entry.details)
  })
  if (ctx.config.metricsToken) countEvent(event)
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

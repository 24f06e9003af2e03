import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { unfiltered } from '#lib/base/log/log.ts'
import { countEvent } from '#lib/base/log/metrics.ts'
import { widestBlock } from '#lib/base/network/ip.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type AnyContext, adminTransaction, type Context, type Tx } from '#lib/context.ts'
import type { NewAuditLog } from '#lib/persistence/store.ts'
import type { AuditEvent } from './audit-events.ts'
import { isBookkeeping, targetsOf } from './audit-targets.ts'

type Plain = string | number | boolean | null

/**
 * Details of an entry: identifiers and plain values, never a secret, a code or a token. A nested record groups related
 * values, such as those before a change.
 */
export type AuditDetails = Readonly<
  Record<string, Plain | readonly string[] | readonly number[] | Readonly<Record<string, Plain>>>
>

/**
 * Facts that the details do not hold: the user and the client that the event is about, and the browser if it is not the
 * one of the request.
 */
export interface AuditedPerson {
  readonly userId?: number | null
  readonly clientId?: number
  readonly browser?: Browser
}

interface Browser {
  readonly ipAddress: string
  readonly userAgent: string
}

/** Maximum length of a stored `User-Agent`, as in a session. */
const maxUserAgent = 512

/**
 * Records an event inside the transaction of the change it describes: a committed change always has its entry, a
 * rolled-back change never has one. The entry is written with the commit, and the log record after it.
 */
export function audit(
  tx: Tx,
  event: AuditEvent,
  details: AuditDetails,
  person: AuditedPerson = {},
): void {
  if (tx.settings.auditLogsInDatabaseEnabled) {
    tx.auditEntries.push(entryOf(tx, event, details, person))
  }
  if (tx.settings.auditLogsInConsoleEnabled) tx.afterCommit(() => logEntry(tx, event, details))
  if (tx.config.metricsToken) tx.afterCommit(() => countEvent(event))
}

/** Refusals of one kind from one network: the number per hour that get their own entry, per subject and in total. */
const ownEntriesOfSubject = 30
const ownEntriesOfNetwork = 100
const windowSeconds = 3_600

/** Only holders of administrative rights can cause these events, so each one gets its own entry. */
const eachWritten: ReadonlySet<AuditEvent> = new Set(['administrator_change_refused'])

/**
 * Records an event that changed nothing (a refusal, a failed attempt) in a write of its own. Never throws: a failed
 * insert is logged, and the caller's answer does not change. Repeated refusals cannot fill the table: beyond an hourly
 * limit they share one entry, whose detail `count` holds their number.
 */
export async function auditRefusal(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
  person: AuditedPerson = {},
): Promise<void> {
  try {
    const beyond = await countRefusal(ctx, event, details)
    if (beyond) return await addToShared(ctx, event, details, beyond, person)
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to count a refusal')
  }
  await auditAlone(ctx, event, details, person)
}

/** A counter that has passed the number of refusals with their own entries. */
interface Beyond {
  readonly key: string
  readonly ownEntries: number
  /** True when every refusal that it counts concerns the same subject. */
  readonly isOfSubject: boolean
}

/**
 * Counts a refusal for its network and, within the network, for its subject. Returns null while the refusal gets its
 * own entry.
 */
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
  for (const [index, { of, ownEntries }] of counts.entries()) {
    const key = sha256Base64url(JSON.stringify([...of, windowNumber]))
    const { count } = await ctx.store.refusalCounts.add(key, addSeconds(ctx.now, 2 * windowSeconds))
    if (count > ownEntries) return { key, ownEntries, isOfSubject: index > 0 }
  }
  return null
}

/** The user, address or client that a refusal concerns, where the details name one. */
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

/**
 * Counts a refusal in the shared entry. The first refusal beyond the limit creates that entry, and it shows the details
 * of the latest.
 */
async function addToShared(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
  { key, ownEntries, isOfSubject }: Beyond,
  person: AuditedPerson,
): Promise<void> {
  await adminTransaction(ctx, async (tx) => {
    const counted = await tx.store.refusalCounts.lock(key)
    if (!counted) return
    const whose = isOfSubject ? person : { ...person, userId: null }
    const entry = entryOf(tx, event, { ...details, count: counted.count - ownEntries }, whose)
    if (counted.auditLogId === null) {
      await tx.store.refusalCounts.nameEntry(key, await tx.store.auditLog.insert(entry))
      if (tx.settings.auditLogsInConsoleEnabled) tx.afterCommit(() => logEntry(tx, event, details))
    } else await tx.store.auditLog.changeDetails(counted.auditLogId, entry.details)
  })
  if (ctx.config.metricsToken) countEvent(event)
}

/**
 * Records an event that has no transaction to join, in a write of its own. Never throws: a failed insert is logged, and
 * the caller's answer does not change.
 */
export async function auditAlone(
  ctx: Context,
  event: AuditEvent,
  details: AuditDetails,
  person: AuditedPerson = {},
): Promise<void> {
  if (ctx.config.metricsToken) countEvent(event)
  if (ctx.settings.auditLogsInConsoleEnabled) logEntry(ctx, event, details)
  if (!ctx.settings.auditLogsInDatabaseEnabled) return
  try {
    await ctx.store.auditLog.insertAll([entryOf(ctx, event, details, person)])
  } catch (error) {
    const record = { err: error, audit_event: event, requestId: ctx.requestId }
    ctx.log.error(record, 'failed to store an audit entry')
  }
}

function entryOf(
  ctx: AnyContext,
  auditEvent: AuditEvent,
  details: AuditDetails,
  person: AuditedPerson,
): NewAuditLog {
  const targets = targetsOf(auditEvent, details)
  return {
    createdAt: ctx.now,
    auditEvent,
    details: JSON.stringify(details),
    requestId: ctx.requestId,
    ...targets,
    userId: person.userId === undefined ? targets.userId : person.userId,
    clientId: person.clientId ?? targets.clientId,
    ...(isBookkeeping(auditEvent) ? {} : (person.browser ?? browserOf(ctx))),
  }
}

/** The address of an API's request belongs to an application, not to a browser. */
function browserOf({ isApiRequest, ip, userAgent }: AnyContext): Partial<Browser> {
  return isApiRequest ? {} : { ipAddress: ip, userAgent: cutCodePoints(userAgent, maxUserAgent) }
}

function logEntry(ctx: AnyContext, event: AuditEvent, details: AuditDetails): void {
  unfiltered(ctx.log).info({ audit_event: event, ...details, requestId: ctx.requestId }, 'audit')
}

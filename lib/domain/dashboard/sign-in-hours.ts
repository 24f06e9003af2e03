import { setImmediate as turn } from 'node:timers/promises'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { EntryPlace } from '#lib/persistence/audit/filtered-audit-log.ts'
import type { HourCount } from '#lib/persistence/audit/sign-in-hours.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import type { AuditEvent } from '../audit/audit-events.ts'

/** The reasons for refusing a sign-in that the dashboard counts. */
export const refusalReasons = [
  'wrong_password',
  'no_account',
  'wrong_code',
  'account_disabled',
  'too_many_tries',
  'redirect_uri',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The kind of an entry: '' is a sign-in, `code` a code for an application, any other a refusal. */
const meanings: Partial<Record<AuditEvent, '' | 'code' | RefusalReason>> = {
  started_new_user_session: '',
  // A password grant starts no session.
  token_issued_ropc_response: '',
  created_auth_code: 'code',
  token_issued_implicit_response: 'code',
  auth_failed_pwd: 'wrong_password',
  ropc_auth_failed: 'wrong_password',
  auth_failed_otp: 'wrong_code',
  user_disabled: 'account_disabled',
  rate_limit_exceeded: 'too_many_tries',
  issuance_refused_redirect_uri: 'redirect_uri',
}
const events = Object.keys(meanings) as AuditEvent[]

export const hourSeconds = 60 * 60
const mark = 'sign_in_hours'
/** As long as the dashboard compares: thirty days, and the thirty before them. */
const keptSeconds = 61 * 24 * hourSeconds
/** Hours that one pass of the cleaner counts. */
const hoursOfPass = 100
/** Entries read at a time. */
const batch = 1_000

export function startOfHour(moment: Date): Date {
  const millis = hourSeconds * 1_000
  return new Date(Math.floor(moment.getTime() / millis) * millis)
}

/**
 * Counts the hours that are over and not counted yet, oldest first, and removes old counts. An entry is written within
 * the transaction that it reports, so an hour is counted a few minutes after its end.
 */
export async function countFinishedHours(
  store: Store,
  settings: Pick<SettingsRecord, 'auditLogsInDatabaseEnabled'>,
  now: Date,
): Promise<void> {
  const oldest = startOfHour(addSeconds(now, -keptSeconds))
  const end = startOfHour(addSeconds(now, -5 * 60))
  const noted = await store.marks.find(mark)
  let hour = noted && noted > oldest && noted <= end ? noted : oldest
  if (settings.auditLogsInDatabaseEnabled) {
    for (let counted = 0; hour < end && counted < hoursOfPass; counted++) {
      const counts = await countHour(store, hour, addSeconds(hour, hourSeconds))
      // Most hours of a small installation are empty.
      if (counts.length > 0) {
        await store.adminTransaction((tx) => tx.signInHours.replace(hour, counts))
      }
      hour = addSeconds(hour, hourSeconds)
    }
  } else hour = end
  await store.marks.note(mark, hour)
  await store.signInHours.removeBefore(oldest)
}

/**
 * The counts of the hours since a moment: stored ones, and the hours that are not stored yet read from the audit log,
 * three at most.
 */
export async function hoursSince(store: Store, from: Date, now: Date): Promise<HourCount[]> {
  const noted = await store.marks.find(mark)
  const earliest = startOfHour(addSeconds(now, -3 * hourSeconds))
  const live = noted && noted > earliest ? noted : earliest
  const counts = [...(await store.signInHours.between(from, live))]
  for (let hour = live; hour <= now; hour = addSeconds(hour, hourSeconds)) {
    if (hour >= from) counts.push(...(await countHour(store, hour, addSeconds(hour, hourSeconds))))
  }
  return counts
}

async function countHour(store: Store, hour: Date, before: Date): Promise<HourCount[]> {
  const counted = new Map<string, HourCount>()
  let after: EntryPlace | undefined
  for (;;) {
    const filter = { events, from: hour, before }
    const entries = await store.auditLog.listFiltered(filter, after, batch)
    for (const entry of entries) {
      const { clientId, reason, count } = meaningOf(entry)
      const key = `${clientId} ${reason}`
      counted.set(key, { hour, clientId, reason, count: count + (counted.get(key)?.count ?? 0) })
    }
    after = entries.at(-1)
    if (entries.length < batch) return [...counted.values()]
    // SQLite answers at once: without a pause, a busy hour would hold up all other requests.
    await turn()
  }
}

function meaningOf({ auditEvent, details, userId }: AuditLogRecord): Omit<HourCount, 'hour'> {
  const { clientId, count } = JSON.parse(details) as { clientId?: unknown; count?: unknown }
  const meaning = meanings[auditEvent as AuditEvent] ?? ''
  // A wrong password of a known account stands in that person's activity; another address has no account.
  const isUnknown = auditEvent === 'auth_failed_pwd' && userId === null
  return {
    clientId: typeof clientId === 'number' ? clientId : 0,
    reason: isUnknown ? 'no_account' : meaning,
    count: typeof count === 'number' ? count : 1,
  }
}

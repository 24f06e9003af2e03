import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { AuditEvent } from '../audit/audit-events.ts'
import { activeSince } from '../sessions/session-limits.ts'

export interface UserFigures {
  readonly users: number
  readonly groups: number
  readonly sessions: number
}

/** Counts of one day (UTC). */
export interface SignInDay {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly signIns: number
  readonly refused: number
}

const maxDays = 14

/** A password grant starts no session. */
const signInEvents: readonly AuditEvent[] = [
  'started_new_user_session',
  'token_issued_ropc_response',
]
const refusalEvents: readonly AuditEvent[] = [
  'auth_failed_pwd',
  'auth_failed_otp',
  'ropc_auth_failed',
]

/**
 * Counts users, groups and active sessions.
 * @param limit the count of sessions stops here
 */
export async function countPeople(ctx: Context, limit: number): Promise<UserFigures> {
  const { store } = ctx
  const [users, groups, sessions] = await Promise.all([
    store.dashboard.countUsers(),
    store.dashboard.countGroups(),
    store.dashboard.countActiveSessions(activeSince(ctx, null), limit),
  ])
  return { users, groups, sessions }
}

/**
 * Counts sign-ins and refusals per day, oldest day first: two weeks at most, and no longer than the audit log is kept.
 * @param limit the count of one day stops here
 */
export async function countSignIns(ctx: Context, limit: number): Promise<SignInDay[]> {
  const { store, now, settings } = ctx
  const days = Math.min(maxDays, settings.auditLogRetentionDays || maxDays)
  const today = new Date(`${dateOf(now)}T00:00:00.000Z`)
  const counted: SignInDay[] = []
  // The days are counted in sequence, so that one view of the dashboard cannot take every connection of the pool.
  for (let age = days - 1; age >= 0; age--) {
    const from = addSeconds(today, -age * daySeconds)
    const before = addSeconds(from, daySeconds)
    const count = (events: readonly AuditEvent[]) =>
      store.dashboard.countEvents(events, from, before, limit)
    const [signIns, refused] = await Promise.all([count(signInEvents), count(refusalEvents)])
    counted.push({ date: dateOf(from), signIns, refused })
  }
  return counted
}

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

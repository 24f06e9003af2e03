import type { Context } from '#lib/context.ts'
import { addSeconds, daySeconds } from '#lib/kernel/clock.ts'
import type { AuditEvent } from './audit-events.ts'
import { liveSince } from './session-limits.ts'

/** People and their sessions, now. */
export interface UserFigures {
  readonly users: number
  readonly groups: number
  readonly sessions: number
}

/** What one day (UTC) brought. */
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
 * How many users, groups and live sessions there are.
 * @param limit where counting sessions stops
 */
export async function countPeople(ctx: Context, limit: number): Promise<UserFigures> {
  const { store } = ctx
  const { idleSince, startedSince } = liveSince(ctx, null)
  const [users, groups, sessions] = await Promise.all([
    store.dashboard.countUsers(),
    store.dashboard.countGroups(),
    store.dashboard.countLiveSessions(idleSince, startedSince, limit),
  ])
  return { users, groups, sessions }
}

/**
 * Sign-ins and refusals of today and the days before it, as far as the audit log is kept: two weeks
 * at most, the oldest day first.
 * @param limit where counting a day stops
 */
export async function countSignIns(ctx: Context, limit: number): Promise<SignInDay[]> {
  const { store, now, settings } = ctx
  const days = Math.min(maxDays, settings.auditLogRetentionDays || maxDays)
  const today = new Date(`${dateOf(now)}T00:00:00.000Z`)
  const counted: SignInDay[] = []
  // One day after the other: a look at the dashboard must not take every connection there is.
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

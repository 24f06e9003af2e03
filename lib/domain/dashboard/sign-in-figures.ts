import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { HourCount } from '#lib/persistence/audit/sign-in-hours.ts'
import { hourSeconds, hoursSince, type RefusalReason, startOfHour } from './sign-in-hours.ts'

/** Counts of one hour. */
export interface SignInHour {
  readonly hour: Date
  readonly signIns: number
  readonly refused: number
}

/** An hour with many more refusals than usual. */
export interface RefusalSpike {
  readonly hour: Date
  readonly refused: number
  /** The usual number of that hour of the day. */
  readonly usual: number
}

export interface SignInFigures {
  /** The hours of the range, the oldest first; those without any sign-in too. */
  readonly hours: readonly SignInHour[]
  /** Totals of the range of the same length before it. */
  readonly before: { readonly signIns: number; readonly refused: number }
  /** The applications with the most codes. */
  readonly applications: readonly { readonly clientId: number; readonly count: number }[]
  /** The most frequent first. */
  readonly reasons: readonly { readonly reason: RefusalReason; readonly count: number }[]
  readonly spike: RefusalSpike | null
  readonly users: {
    /** The last users who signed in within the range. */
    readonly active: number
    readonly created: number
    /** The number in the range of the same length before it. */
    readonly createdBefore: number
  }
}

/** Number of applications in the list. */
const maxApplications = 5
/** A spike has at least this many refusals, and this many times the usual. */
const spikeAtLeast = 30
const spikeFactor = 3
const daysOfComparison = 7

/**
 * Reads the sign-ins and refusals of the last hours: by hour, by application and by reason.
 * @param limit the counts of users stop here
 */
export async function readSignInFigures(
  ctx: Context,
  hours: number,
  limit: number,
): Promise<SignInFigures> {
  const thisHour = startOfHour(ctx.now)
  const from = addSeconds(thisHour, -(hours - 1) * hourSeconds)
  const compared = Math.max(2 * hours, (daysOfComparison + 1) * 24)
  const counts = await hoursSince(
    ctx.store,
    addSeconds(thisHour, -(compared - 1) * hourSeconds),
    ctx.now,
  )
  const inRange = counts.filter(({ hour }) => hour >= from)
  const earlier = addSeconds(from, -hours * hourSeconds)
  const beforeRange = counts.filter(({ hour }) => hour < from && hour >= earlier)
  return {
    hours: Array.from({ length: hours }, (_, index) => {
      const hour = addSeconds(from, index * hourSeconds)
      const ofHour = inRange.filter((count) => count.hour.getTime() === hour.getTime())
      return { hour, signIns: signInsOf(ofHour), refused: refusedOf(ofHour) }
    }),
    before: { signIns: signInsOf(beforeRange), refused: refusedOf(beforeRange) },
    applications: byApplication(inRange),
    reasons: byReason(inRange),
    spike: spikeOf(counts, ctx.now),
    users: await countUsers(ctx, earlier, from, limit),
  }
}

async function countUsers(
  { store, now }: Context,
  earlier: Date,
  from: Date,
  limit: number,
): Promise<SignInFigures['users']> {
  const later = addSeconds(now, 1)
  const [active, created, createdBefore] = await Promise.all([
    store.dashboard.countUsersIn('lastSignInAt', from, later, limit),
    store.dashboard.countUsersIn('createdAt', from, later, limit),
    store.dashboard.countUsersIn('createdAt', earlier, from, limit),
  ])
  return { active, created, createdBefore }
}

function sum(counts: readonly HourCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

function signInsOf(counts: readonly HourCount[]): number {
  return sum(counts.filter(({ reason }) => reason === ''))
}

function isRefusal({ reason }: HourCount): boolean {
  return reason !== '' && reason !== 'code'
}

function refusedOf(counts: readonly HourCount[]): number {
  return sum(counts.filter(isRefusal))
}

function byApplication(counts: readonly HourCount[]): SignInFigures['applications'] {
  const codes = counts.filter(({ reason, clientId }) => reason === 'code' && clientId !== 0)
  return [...Map.groupBy(codes, ({ clientId }) => clientId)]
    .map(([clientId, ofClient]) => ({ clientId, count: sum(ofClient) }))
    .sort((a, b) => b.count - a.count)
    .slice(0, maxApplications)
}

function byReason(counts: readonly HourCount[]): SignInFigures['reasons'] {
  return [...Map.groupBy(counts.filter(isRefusal), ({ reason }) => reason as RefusalReason)]
    .map(([reason, ofReason]) => ({ reason, count: sum(ofReason) }))
    .sort((a, b) => b.count - a.count)
}

/** The latest hour of the last day with far more refusals than the same hour of the days before. */
function spikeOf(counts: readonly HourCount[], now: Date): RefusalSpike | null {
  const byHour = Map.groupBy(counts, ({ hour }) => hour.getTime())
  const refusedAt = (hour: Date) => refusedOf(byHour.get(hour.getTime()) ?? [])
  for (let age = 0; age < 24; age++) {
    const hour = addSeconds(startOfHour(now), -age * hourSeconds)
    const refused = refusedAt(hour)
    if (refused < spikeAtLeast) continue
    const days = Array.from({ length: daysOfComparison }, (_, day) =>
      refusedAt(addSeconds(hour, -(day + 1) * 24 * hourSeconds)),
    )
    const usual = days.reduce((total, count) => total + count, 0) / daysOfComparison
    if (refused >= spikeFactor * usual) return { hour, refused, usual: Math.round(usual) }
  }
  return null
}

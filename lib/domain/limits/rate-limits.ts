import { enter, leave, roomMade } from '#lib/base/concurrency/in-flight.ts'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { countRefusal } from '#lib/base/log/metrics.ts'
import { addressBlocks } from '#lib/base/network/ip.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import type { Budget } from '#lib/persistence/limits/limits.ts'
import { type AuditDetails, auditRefusal } from '../audit/audit.ts'
import { normalizeEmail } from '../email/email-form.ts'
import { type KeyKind, type Limiter, type LimiterName, limiters } from './limiters.ts'

/** A limiter and the key to count. */
export type Tier = readonly [name: LimiterName, key: string]

/**
 * The budgets for failed passwords: per address, per account and network, and per account in total. The sign-in page
 * and the password grant share the account's budgets.
 * @param email as looked up, even when no account has it
 */
export function passwordFailures(
  { ip }: Pick<Context, 'ip'>,
  ofAddress: 'pwd_ip' | 'ropc_ip',
  email: string,
): readonly Tier[] {
  return [
    [ofAddress, ip],
    ['pwd_account_net', `${ip}|${email}`],
    ['pwd_account', email],
  ]
}

/** The result of a reservation: refused, or held until it is released. */
export type Reservation =
  | { readonly refused: true; readonly retryAfterSeconds: number }
  | { readonly refused: false; release(): Promise<void> }

/**
 * Counts one request.
 * @param key of the limiter's kind: client address, email, user id or token subject. Addresses are mapped to their
 *   blocks, and emails are normalized.
 * @returns null within the budget or when the limiter is switched off; otherwise the whole seconds until the next
 *   request can succeed
 * @throws database errors: a request that cannot be counted is not let through
 */
export async function limitRequest(
  ctx: Context,
  name: LimiterName,
  key: string,
): Promise<number | null> {
  const taken = await take(ctx, [name, key])
  if (!taken.refused) return null
  await noteRefusal(ctx, taken)
  return taken.retryAfterSeconds
}

/**
 * Reserves one failure on every tier before the check is made, so that a hundred parallel guesses cost no more than the
 * budget. A reservation that is not released stays charged. A refusal by one tier charges none of them.
 * @param tiers narrow ones first
 */
export async function reserveFailure(ctx: Context, tiers: readonly Tier[]): Promise<Reservation> {
  const taken = await takeAll(ctx, tiers)
  if (!taken.refused) return { refused: false, release: () => giveBack(ctx, taken.held) }
  await noteRefusal(ctx, taken)
  return taken
}

/** The result of a counted check: refused without making it, or its value. */
export type Counted<T> =
  | { readonly refused: true; readonly retryAfterSeconds: number }
  | { readonly refused: false; readonly value: T }

/** Maximum wait for another check to release its reservation, in milliseconds. */
const timeoutMs = 5_000

/**
 * Makes a check whose failures count: it reserves a point first and gives it back unless the check failed. When running
 * checks hold every point, it waits for one of them. So fifty parallel guesses are checked only up to the budget, but
 * fifty users with correct passwords behind one address are all admitted.
 * @param tiers narrow ones first
 * @param check reports whether it failed; an error that it throws does not count
 */
export async function countFailures<T>(
  ctx: Context,
  tiers: readonly Tier[],
  check: () => Promise<{ readonly failed: boolean; readonly value: T }>,
): Promise<Counted<T>> {
  const taken = await takeInTurn(ctx, tiers)
  if (taken.refused) return taken
  let failed = false
  try {
    const checked = await check()
    failed = checked.failed
    return { refused: false, value: checked.value }
  } finally {
    if (failed) leave(taken.held.map(laneOf), false)
    else await giveBackInTurn(ctx, taken.held)
  }
}

async function takeInTurn(ctx: Context, tiers: readonly Tier[]): Promise<Taken> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const taken = await takeAll(ctx, tiers, inTurn)
    if (!taken.refused) return taken
    if (await roomMade(laneOf(taken), end - performance.now())) continue
    await noteRefusal(ctx, taken)
    return taken
  }
}

/** How points are taken and given back: independently, or so that other checks can wait for them. */
interface Manner {
  taken(spent: Held): void
  giveBack(ctx: Context, held: readonly Held[]): Promise<void>
}

const asTheyCome: Manner = { taken: () => {}, giveBack }
const inTurn: Manner = { taken: (spent) => enter([laneOf(spent)]), giveBack: giveBackInTurn }

/** Spends one point on every tier, or none. */
async function takeAll(
  ctx: Context,
  tiers: readonly Tier[],
  manner: Manner = asTheyCome,
): Promise<Taken> {
  const held: Held[] = []
  for (const tier of tiers) {
    const taken = await take(ctx, tier, manner)
    if (taken.refused) {
      await manner.giveBack(ctx, held)
      return taken
    }
    held.push(...taken.held)
  }
  return { refused: false, held }
}

async function giveBack(ctx: Context, held: readonly Held[]): Promise<void> {
  for (const { budget, key } of held) await ctx.limits.giveBack(budget, key)
}

async function giveBackInTurn(ctx: Context, held: readonly Held[]): Promise<void> {
  try {
    await giveBack(ctx, held)
  } finally {
    leave(held.map(laneOf), true)
  }
}

function laneOf({ budget, key }: Held): string {
  return `${budget.name}:${key}`
}

/**
 * Makes the check under a reservation. A server error is not a failed attempt: the reservation is released and the
 * error rethrown. Provoking a server error gains an attacker nothing, because it reveals no verdict.
 * @param check covers only the steps up to the verdict, which it returns
 */
export async function checkReserved<T>(
  reservation: Reservation & { readonly refused: false },
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    await reservation.release()
    throw error
  }
}

/** A spent point. */
interface Held {
  readonly budget: Budget
  readonly key: string
}

/** The budget that refused, with its key. */
interface Refused extends Held {
  readonly refused: true
  readonly retryAfterSeconds: number
  readonly name: LimiterName
  readonly subject: string
}

type Taken = Refused | { readonly refused: false; readonly held: readonly Held[] }

/** Spends one point on each budget of a limiter, or none. */
async function take(
  ctx: Context,
  [name, rawKey]: Tier,
  manner: Manner = asTheyCome,
): Promise<Taken> {
  const limiter: Limiter = limiters[name]
  if (!limiter.alwaysOn && !ctx.config.rateLimiterEnabled) return { refused: false, held: [] }
  const held: Held[] = []
  for (const { subject, budget } of spendings(ctx, name, rawKey)) {
    // The hash has a fixed length and characters that every database accepts, and the table reveals no email addresses.
    const spent = { budget, key: sha256Base64url(subject) }
    const retryAfterSeconds = await ctx.limits.spend(budget, spent.key)
    if (retryAfterSeconds === null) {
      held.push(spent)
      manner.taken(spent)
      continue
    }
    // The refused attempt itself must not count, or its point would outlive the ones it waited for.
    await giveBack(ctx, [spent])
    await manner.giveBack(ctx, held)
    return { refused: true, retryAfterSeconds, name, subject, ...spent }
  }
  return { refused: false, held }
}

/** The budgets that one point is spent on: each budget of the limiter, for each network of the key. */
function spendings(ctx: Context, name: LimiterName, rawKey: string) {
  const limiter: Limiter = limiters[name]
  return limiter.budgets.flatMap((given, index) => {
    const [points, windowSeconds] =
      typeof given === 'string' ? ctx.config.signInLimits[given] : given
    const own = index === 0 ? name : `${name}_${index + 1}`
    return subjectsOf(limiter.key, rawKey).map((subject, width) => ({
      subject,
      budget: {
        name: width === 0 ? own : `${own}_wide_${width}`,
        points: points * (width + 1),
        windowSeconds,
      },
    }))
  })
}

/** The subjects of a key, narrowest first. */
function subjectsOf(kind: KeyKind, key: string): readonly string[] {
  switch (kind) {
    case 'ip':
      return addressBlocks(key)
    case 'email':
      return [normalizeEmail(key)]
    case 'ip|email': {
      const bar = key.indexOf('|')
      const email = normalizeEmail(key.slice(bar + 1))
      return addressBlocks(key.slice(0, bar)).map((block) => `${block}|${email}`)
    }
    case 'userId':
    case 'loggedInUser':
    case 'browser':
    case 'all':
    case 'provider':
      return [key]
  }
}

/** Warns at every refusal, but writes one audit entry per key and window across all processes. */
async function noteRefusal(ctx: Context, { name, budget, subject }: Refused): Promise<void> {
  ctx.log.warn({ limiter: name, requestId: ctx.requestId }, 'rate limit reached')
  countRefusal(name)
  try {
    const once = { ...budget, name: `${budget.name}_audit`, points: 1 }
    if ((await ctx.limits.spend(once, sha256Base64url(subject))) !== null) return
    const details = { limiter: name, ...subjectDetails(limiters[name].key, subject) }
    await auditRefusal(ctx, 'rate_limit_exceeded', details)
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to audit a refusal')
  }
}

function subjectDetails(kind: KeyKind, subject: string): AuditDetails {
  const value = cutCodePoints(subject, 320)
  if (kind === 'userId') return { userId: Number(value) }
  if (kind === 'browser') return { userId: Number(value.slice(value.indexOf('|') + 1)) }
  if (kind !== 'ip|email') return { [kind]: value }
  const bar = value.indexOf('|')
  return { ip: value.slice(0, bar), email: value.slice(bar + 1) }
}

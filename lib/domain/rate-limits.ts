import type { Context } from '#lib/context.ts'
import { sha256Base64url } from '#lib/kernel/hash.ts'
import { addressBlock } from '#lib/kernel/ip.ts'
import { countRefusal } from '#lib/kernel/metrics.ts'
import { cutCodePoints } from '#lib/kernel/text.ts'
import type { Budget } from '#lib/persistence/limits.ts'
import { type AuditDetails, auditRefusal } from './audit.ts'
import { normalizeEmail } from './email-form.ts'

/** What a limiter counts by; an address and an email stand together as `address|email`. */
type KeyKind = 'ip' | 'email' | 'ip|email' | 'userId' | 'loggedInUser'

interface Limiter {
  readonly key: KeyKind
  /** Each as points in a window of seconds; a key must be within all of them. */
  readonly budgets: readonly (readonly [points: number, windowSeconds: number])[]
  /** Holds although `RATE_LIMITER_ENABLED` is false. */
  readonly alwaysOn?: true
}

const minute = 60
const hour = 60 * minute

/** Every limiter. */
const limiters = {
  pwd_ip: { key: 'ip', budgets: [[30, minute]] },
  pwd_account_net: { key: 'ip|email', budgets: [[10, 15 * minute]] },
  pwd_account: { key: 'email', budgets: [[100, hour]] },
  ropc_ip: { key: 'ip', budgets: [[30, minute]] },
  otp: { key: 'userId', budgets: [[5, 15 * minute]] },
  register: { key: 'ip', budgets: [[20, 5 * minute]] },
  register_email: { key: 'email', budgets: [[5, 5 * minute]] },
  activate: { key: 'ip', budgets: [[30, 5 * minute]] },
  forgot_pwd_ip: { key: 'ip', budgets: [[20, 5 * minute]] },
  forgot_pwd_email: { key: 'email', budgets: [[5, 5 * minute]] },
  reset_pwd: { key: 'ip', budgets: [[30, 5 * minute]] },
  dcr: { key: 'ip', budgets: [[10, minute]] },
  /** Password, email and two-factor changes of the Account API: one budget for their failures. */
  account_credentials: { key: 'loggedInUser', budgets: [[5, 15 * minute]], alwaysOn: true },
  email_verification: { key: 'loggedInUser', budgets: [[5, 15 * minute]], alwaysOn: true },
  email_verification_send: {
    key: 'loggedInUser',
    budgets: [
      [1, minute],
      [5, hour],
    ],
    alwaysOn: true,
  },
  /** Notices of changes to an address that nobody has proven. */
  notice_account: { key: 'userId', budgets: [[5, hour]], alwaysOn: true },
  notice_email: { key: 'email', budgets: [[5, hour]], alwaysOn: true },
  /** Audit entries of sign-ins that another browser visited: anybody may begin as many as they like. */
  ceremony_mismatch_ip: { key: 'ip', budgets: [[30, hour]], alwaysOn: true },
  /** Audit entries of approvals whose session had ended: an account may open as many consent pages as it likes. */
  session_lost_account: { key: 'userId', budgets: [[30, hour]], alwaysOn: true },
} as const satisfies Record<string, Limiter>

export type LimiterName = keyof typeof limiters

export const limiterNames = Object.keys(limiters) as LimiterName[]

/** A limiter and whom it is applied to. */
export type Tier = readonly [name: LimiterName, key: string]

/**
 * The budgets of failed passwords of an account, for one network and for all together: the sign-in page and the
 * password grant share them.
 * @param email as looked up, whether or not anybody has it
 */
export function passwordFailures({ ip }: Pick<Context, 'ip'>, email: string): readonly Tier[] {
  return [
    ['pwd_account_net', `${ip}|${email}`],
    ['pwd_account', email],
  ]
}

/** What a reservation answers: refused, or held until it is released. */
export type Reservation =
  | { readonly refused: true; readonly retryAfterSeconds: number }
  | { readonly refused: false; release(): Promise<void> }

/**
 * Counts one request.
 * @param key of the kind the limiter has: client address, email, user id or token subject; addresses
 *   are taken as their block and emails trimmed and in lower case, whatever the caller passes
 * @returns null within the budget (or when the limiter is switched off), else the whole seconds after
 *   which the next request has a chance
 * @throws what the database throws: a limit that cannot be counted lets nothing through
 */
export async function limitRequest(
  ctx: Context,
  name: LimiterName,
  key: string,
): Promise<number | null> {
  const taken = await take(ctx, [name, key])
  return taken.refused ? taken.retryAfterSeconds : null
}

/**
 * Reserves a place for one failure on every tier, before the check is made: a hundred parallel
 * guesses cost at most the budget. What is not released stays charged. A refusal by one tier charges
 * none of them.
 * @param tiers narrow ones first
 */
export async function reserveFailure(ctx: Context, tiers: readonly Tier[]): Promise<Reservation> {
  const held: Held[] = []
  const release = async () => {
    for (const { budget, key } of held) await ctx.limits.giveBack(budget, key)
  }
  for (const tier of tiers) {
    const taken = await take(ctx, tier)
    if (taken.refused) {
      await release()
      return taken
    }
    held.push(...taken.held)
  }
  return { refused: false, release }
}

/**
 * Makes the check that a place was reserved for. A failure of ours is no failed attempt: the place is given back,
 * and the error goes on. Whoever makes us fail learns nothing by it, as the check has told nothing yet.
 * @param check nothing but what leads up to the verdict, which it returns
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

/** One point that was spent. */
interface Held {
  readonly budget: Budget
  readonly key: string
}

type Taken =
  | { readonly refused: true; readonly retryAfterSeconds: number }
  | { readonly refused: false; readonly held: readonly Held[] }

/** Spends one point of each budget of a limiter, or none. */
async function take(ctx: Context, [name, rawKey]: Tier): Promise<Taken> {
  const limiter: Limiter = limiters[name]
  if (!limiter.alwaysOn && !ctx.config.rateLimiterEnabled) return { refused: false, held: [] }
  const subject = normalise(limiter.key, rawKey)
  // Hashed: of one length, of characters every database takes, and no address book in the table.
  const key = sha256Base64url(subject)
  const held: Held[] = []
  for (const [index, [points, windowSeconds]] of limiter.budgets.entries()) {
    const budget = { name: index === 0 ? name : `${name}_${index + 1}`, points, windowSeconds }
    const retryAfterSeconds = await ctx.limits.spend(budget, key)
    held.push({ budget, key })
    if (retryAfterSeconds === null) continue
    // The refused attempt itself must not count: its point would outlive those it waited for.
    for (const spent of held) await ctx.limits.giveBack(spent.budget, spent.key)
    await noteRefusal(ctx, name, budget, subject)
    return { refused: true, retryAfterSeconds }
  }
  return { refused: false, held }
}

function normalise(kind: KeyKind, key: string): string {
  switch (kind) {
    case 'ip':
      return addressBlock(key)
    case 'email':
      return normalizeEmail(key)
    case 'ip|email': {
      const bar = key.indexOf('|')
      return `${addressBlock(key.slice(0, bar))}|${normalizeEmail(key.slice(bar + 1))}`
    }
    case 'userId':
    case 'loggedInUser':
      return key
    default:
      return kind satisfies never
  }
}

/** Warns each time; writes the audit entry once for a key and window, whichever process refuses. */
async function noteRefusal(
  ctx: Context,
  name: LimiterName,
  budget: Budget,
  subject: string,
): Promise<void> {
  ctx.log.warn({ limiter: name, requestId: ctx.requestId }, 'rate limit reached')
  countRefusal(name)
  try {
    const once = { ...budget, name: `${budget.name}_audit`, points: 1 }
    if ((await ctx.limits.spend(once, sha256Base64url(subject))) !== null) return
    const details = { limiter: name, ...subjectDetails(limiters[name].key, subject) }
    await auditRefusal(ctx, 'rate_limit_exceeded', details)
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'a refusal could not be audited')
  }
}

function subjectDetails(kind: KeyKind, subject: string): AuditDetails {
  const value = cutCodePoints(subject, 320)
  if (kind === 'userId') return { userId: Number(value) }
  if (kind !== 'ip|email') return { [kind]: value }
  const bar = value.indexOf('|')
  return { ip: value.slice(0, bar), email: value.slice(bar + 1) }
}

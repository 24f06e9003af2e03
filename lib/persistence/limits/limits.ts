import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import { clockSkewSeconds } from '#lib/base/time/clock-skew.ts'
import type { PrismaClient } from '../generated/sqlite/client.ts'

/** The number of points that a key may spend in a window. */
export interface Budget {
  readonly name: string
  readonly points: number
  readonly windowSeconds: number
}

/** Budgets in the database, shared by every process. */
export interface Limits {
  /**
   * Spends one point atomically. A window that began while the clock was ahead, and would therefore last too long, is
   * ended first.
   * @returns null within the budget, otherwise the whole seconds until the next window
   */
  spend(budget: Budget, key: string): Promise<number | null>
  /** True when no point is left. */
  isSpent(budget: Budget, key: string): Promise<boolean>
  /** Returns a reserved point that turned out not to count. */
  giveBack(budget: Budget, key: string): Promise<void>
  /** Removes at most `limit` rows whose window ended before `now`; returns the number removed. */
  removeExpired(now: Date, limit: number): Promise<number>
}

/** Limits over the table `rate_limits`. A storage failure is thrown, never treated as "allowed". */
export function openLimits(client: PrismaClient): Limits {
  const limiters = new Map<string, RateLimiterPrisma>()
  const limiterOf = (budget: Budget): RateLimiterPrisma => {
    const limiter = limiters.get(budget.name) ?? newLimiter(client, budget)
    limiters.set(budget.name, limiter)
    return limiter
  }
  return {
    spend: (budget, key) => spend(client, budget, limiterOf(budget), key),
    async isSpent(budget, key) {
      const window = await limiterOf(budget).get(key)
      return window !== null && window.consumedPoints >= budget.points && !isTooLong(budget, window)
    },
    async giveBack(budget, key) {
      // The library's `reward` would open the next window with a bonus if this one has ended.
      await client.rateLimit.updateMany({
        where: { key: limiterOf(budget).getKey(key), points: { gt: 0 } },
        data: { points: { decrement: 1 } },
      })
    },
    removeExpired: (now, limit) => removeExpired(client, now, limit),
  }
}

function newLimiter(client: PrismaClient, budget: Budget): RateLimiterPrisma {
  return new RateLimiterPrisma({
    storeClient: client,
    tableName: 'rateLimit',
    keyPrefix: budget.name,
    points: budget.points,
    duration: budget.windowSeconds,
    clearExpiredByTimeout: false,
  })
}

async function spend(
  client: PrismaClient,
  budget: Budget,
  limiter: RateLimiterPrisma,
  key: string,
): Promise<number | null> {
  let spent = await spendPoint(limiter, key)
  if (isTooLong(budget, spent)) {
    await endTooLong(client, budget, limiter, key)
    spent = await spendPoint(limiter, key)
  }
  if (spent.consumedPoints <= budget.points) return null
  return Math.max(1, Math.ceil(spent.msBeforeNext / 1000))
}

/** Removes the key's row if its window is too long. A window that another request began meanwhile stays. */
async function endTooLong(
  client: PrismaClient,
  budget: Budget,
  limiter: RateLimiterPrisma,
  key: string,
): Promise<void> {
  const rowKey = limiter.getKey(key)
  // Read before the check: the check sees this row or a newer one, and only this row is removed.
  const row = await client.rateLimit.findUnique({ where: { key: rowKey } })
  const window = await limiter.get(key)
  if (!row || !window || !isTooLong(budget, window)) return
  await client.rateLimit.deleteMany({ where: { key: rowKey, expire: row.expire } })
}

async function removeExpired(client: PrismaClient, now: Date, limit: number): Promise<number> {
  const where = { expire: { lt: now } }
  const rows = await client.rateLimit.findMany({
    where,
    orderBy: { expire: 'asc' },
    take: limit,
    select: { key: true },
  })
  const key = { in: rows.map((row) => row.key) }
  return (await client.rateLimit.deleteMany({ where: { ...where, key } })).count
}

/** The library's answer within and beyond the budget. A storage failure is thrown. */
function spendPoint(limiter: RateLimiterPrisma, key: string): Promise<RateLimiterRes> {
  return limiter.consume(key).catch((refusal) => {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  })
}

/** Whether a window ends later than a window that begins now with a correct clock. */
function isTooLong({ windowSeconds }: Budget, { msBeforeNext }: RateLimiterRes): boolean {
  return msBeforeNext > (windowSeconds + clockSkewSeconds) * 1000
}

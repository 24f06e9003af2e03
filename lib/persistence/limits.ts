import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import type { Client } from './client.ts'

/** A budget: how many points a key may spend in a window. */
export interface Budget {
  readonly name: string
  readonly points: number
  readonly windowSeconds: number
}

/** Budgets kept in the database, shared by every process. */
export interface Limits {
  /**
   * Spends one point, atomically.
   * @returns null when within the budget, else the whole seconds until it is free again
   */
  spend(budget: Budget, key: string): Promise<number | null>
  /** Gives one point back: what was reserved turned out not to count. */
  giveBack(budget: Budget, key: string): Promise<void>
  /** Removes at most `limit` rows whose window ended before `now`; returns how many went. */
  removeExpired(now: Date, limit: number): Promise<number>
}

/** Limits over the table `rate_limits`. A storage failure is thrown, never taken for "allowed". */
export function openLimits(client: Client): Limits {
  const limiters = new Map<string, RateLimiterPrisma>()
  const limiter = (budget: Budget): RateLimiterPrisma => {
    let found = limiters.get(budget.name)
    if (!found) {
      found = new RateLimiterPrisma({
        storeClient: client,
        tableName: 'rateLimit',
        keyPrefix: budget.name,
        points: budget.points,
        duration: budget.windowSeconds,
        clearExpiredByTimeout: false,
      })
      limiters.set(budget.name, found)
    }
    return found
  }
  return {
    async spend(budget, key) {
      try {
        await limiter(budget).consume(key)
        return null
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async giveBack(budget, key) {
      // Not the library's `reward`: after the window it would open the next one with a bonus.
      await client.rateLimit.updateMany({
        where: { key: limiter(budget).getKey(key), points: { gt: 0 } },
        data: { points: { decrement: 1 } },
      })
    },
    async removeExpired(now, limit) {
      const where = { expire: { lt: now } }
      const rows = await client.rateLimit.findMany({
        where,
        orderBy: { expire: 'asc' },
        take: limit,
        select: { key: true },
      })
      const { count } = await client.rateLimit.deleteMany({
        where: { ...where, key: { in: rows.map((row) => row.key) } },
      })
      return count
    },
  }
}

import type { Db } from './client.ts'
import { type Direct, LookedUp } from './direct.ts'
import { isUniqueViolation } from './errors.ts'
import type { RefusalCount } from './generated/sqlite/client.ts'

export type RefusalCountRecord = RefusalCount

/** How often something was refused within a window, which is part of the key. */
export function refusalCounts(db: Db, sql: Direct) {
  const increase = (key: string) =>
    sql.changed('RefusalCount', { count: new LookedUp('("count" + 1)') }, 'WHERE "key" = ?', key)
  return {
    /** Counts one more; inside a transaction others who count the same wait for its end. */
    async add(key: string, expiresAt: Date): Promise<RefusalCountRecord> {
      const counted = await increase(key)
      if (counted) return counted
      try {
        return await sql.insert('RefusalCount', { key, count: 1, expiresAt })
      } catch (error) {
        const again = isUniqueViolation(error) ? await increase(key) : null
        if (!again) throw error
        return again
      }
    },

    /** Locks a count. */
    lock: async (key: string): Promise<RefusalCountRecord | null> =>
      sql.changed('RefusalCount', { count: new LookedUp('("count" + 0)') }, 'WHERE "key" = ?', key),

    /** Names the audit entry that stands for those beyond. */
    nameEntry: (key: string, auditLogId: number): Promise<number> =>
      sql.change('RefusalCount', { auditLogId }, 'WHERE "key" = ?', key),

    /** Removes at most `limit` counts whose window is over; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.refusalCount.findMany({ where, take: limit, select: { key: true } })
      const key = { in: old.map((row) => row.key) }
      return (await db.refusalCount.deleteMany({ where: { ...where, key } })).count
    },
  }
}

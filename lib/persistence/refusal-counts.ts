import type { Db } from './client.ts'
import { firstOrNull, updatedRows } from './database/results.ts'
import type { Queries } from './database/tables.ts'
import { isUniqueViolation } from './errors.ts'
import type { RefusalCount } from './generated/sqlite/client.ts'

export type RefusalCountRecord = RefusalCount

/** How often something was refused within a window, which is part of the key. */
export function refusalCounts(db: Db, queries: Queries) {
  const add = (key: string, increment: number): Promise<RefusalCountRecord | null> =>
    firstOrNull(
      queries
        .updateTable('refusalCounts')
        .set((eb) => ({ count: eb('count', '+', increment) }))
        .where('key', '=', key)
        .returningAll(),
    )
  return {
    /** Counts one more; inside a transaction others who count the same wait for its end. */
    async add(key: string, expiresAt: Date): Promise<RefusalCountRecord> {
      const counted = await add(key, 1)
      if (counted) return counted
      try {
        return await queries
          .insertInto('refusalCounts')
          .values({ key, count: 1, expiresAt })
          .returningAll()
          .executeTakeFirstOrThrow()
      } catch (error) {
        const again = isUniqueViolation(error) ? await add(key, 1) : null
        if (!again) throw error
        return again
      }
    },

    /** Locks a count. */
    lock: (key: string): Promise<RefusalCountRecord | null> => add(key, 0),

    /** Names the audit entry that stands for those beyond. */
    nameEntry: (key: string, auditLogId: number): Promise<number> =>
      updatedRows(queries.updateTable('refusalCounts').set({ auditLogId }).where('key', '=', key)),

    /** Removes at most `limit` counts whose window is over; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.refusalCount.findMany({ where, take: limit, select: { key: true } })
      const key = { in: old.map((row) => row.key) }
      return (await db.refusalCount.deleteMany({ where: { ...where, key } })).count
    },
  }
}

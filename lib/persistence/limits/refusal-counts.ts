import type { Db } from '../client.ts'
import { firstOrNull, updatedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation } from '../errors.ts'
import type { RefusalCount } from '../generated/sqlite/client.ts'

export type RefusalCountRecord = RefusalCount

/** Counts of refusals within a window, which is part of the key. */
export function refusalCounts(queries: Queries) {
  const add = (key: string, increment: number): Promise<RefusalCountRecord | null> =>
    firstOrNull(
      queries
        .updateTable('refusalCounts')
        .set((eb) => ({ count: eb('count', '+', increment) }))
        .where('key', '=', key)
        .returningAll(),
    )
  return {
    /** Increments a count. Inside a transaction, others who increment the same count wait for its end. */
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

    /** Stores the audit entry that represents the further refusals. */
    nameEntry: (key: string, auditLogId: number): Promise<number> =>
      updatedRows(queries.updateTable('refusalCounts').set({ auditLogId }).where('key', '=', key)),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminRefusalCounts(db: Db, queries: Queries) {
  const base = refusalCounts(queries)
  return {
    ...base,

    /** Removes at most `limit` counts whose window has ended; returns the number removed. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.refusalCount.findMany({ where, take: limit, select: { key: true } })
      const key = { in: old.map((row) => row.key) }
      return (await db.refusalCount.deleteMany({ where: { ...where, key } })).count
    },
  }
}

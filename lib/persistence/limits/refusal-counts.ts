import { firstOrNull, updatedRows } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'
import { isUniqueViolation } from '../errors.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** A count of refusals within a window, which is part of the key. */
export type RefusalCountRecord = Row<'refusalCounts'>

/** Increments a count. Inside a transaction, others who increment the same count wait for its end. */
export async function add(
  queries: Queries,
  key: string,
  expiresAt: Date,
): Promise<RefusalCountRecord> {
  const counted = await increase(queries, key, 1)
  if (counted) return counted
  try {
    return await queries
      .insertInto('refusalCounts')
      .values({ key, count: 1, expiresAt })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    const again = isUniqueViolation(error) ? await increase(queries, key, 1) : null
    if (!again) throw error
    return again
  }
}

/** Locks a count. */
export function lock(queries: Queries, key: string): Promise<RefusalCountRecord | null> {
  return increase(queries, key, 0)
}

/** Stores the audit entry that represents the further refusals. */
export function nameEntry(queries: Queries, key: string, auditLogId: number): Promise<number> {
  return updatedRows(
    queries.updateTable('refusalCounts').set({ auditLogId }).where('key', '=', key),
  )
}

/** Removes at most `limit` counts whose window has ended; returns the number removed. */
export function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'refusalCounts', now, limit)
}

function increase(
  queries: Queries,
  key: string,
  increment: number,
): Promise<RefusalCountRecord | null> {
  return firstOrNull(
    queries
      .updateTable('refusalCounts')
      .set((eb) => ({ count: eb('count', '+', increment) }))
      .where('key', '=', key)
      .returningAll(),
  )
}

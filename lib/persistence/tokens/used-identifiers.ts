import type { Queries } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** Records a use; false when it was recorded before. */
export async function add(queries: Queries, hash: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('usedIdentifiers')
    .values({ hash, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0) === 1
}

/** Removes at most `limit` identifiers that need no longer be known. */
export function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'usedIdentifiers', now, limit)
}

import { exists } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** Remembers that a credential was removed here. */
export async function insert(
  queries: Queries,
  credentialHash: string,
  expiresAt: Date,
): Promise<void> {
  await queries
    .insertInto('removedPasskeys')
    .values({ credentialHash, expiresAt })
    .onConflict((conflict) => conflict.column('credentialHash').doUpdateSet({ expiresAt }))
    .execute()
}

export function has(queries: Queries, credentialHash: string): Promise<boolean> {
  return exists(
    queries
      .selectFrom('removedPasskeys')
      .select('credentialHash')
      .where('credentialHash', '=', credentialHash),
  )
}

/** Removes at most `limit` entries that have expired; returns the number removed. */
export function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'removedPasskeys', now, limit)
}

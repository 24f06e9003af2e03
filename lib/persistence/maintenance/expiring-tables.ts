import { sql } from 'kysely'
import { deletedRows } from '../database/results.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** Tables whose rows expire at a time of their own (`expiresAt`), with their primary keys. */
const primaryKeys = {
  consoleSessions: 'id',
  deviceAuthorizations: 'id',
  formerLinks: 'codeHash',
  interactions: 'id',
  linkMarkers: 'id',
  providerRequests: 'id',
  pushedRequests: 'id',
  refusalCounts: 'key',
  removedPasskeys: 'credentialHash',
  signInFailures: 'key',
  storedAuthorizationRequests: 'id',
  usedIdentifiers: 'hash',
  userDevices: 'id',
} as const satisfies Partial<Record<keyof Tables, string>>

export type ExpiringTable = keyof typeof primaryKeys

/** Removes at most `limit` rows that expired before `now`, oldest first; returns the number removed. */
export function removeExpiredRows(
  queries: Queries,
  table: ExpiringTable,
  now: Date,
  limit: number,
): Promise<number> {
  const key = sql.ref(primaryKeys[table])
  // Sorted along the index, so that previously removed rows are not scanned again.
  const oldest = queries
    .selectFrom(table)
    .select(key.as('expired'))
    .where('expiresAt', '<', now)
    .orderBy('expiresAt')
    .limit(limit)
  return deletedRows(queries.deleteFrom<ExpiringTable>(table).where(key, 'in', oldest))
}

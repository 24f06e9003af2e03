import { firstOrNull } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'

/** Approved scopes, one row per user and client. */
export type ConsentRecord = Row<'userConsents'>

export function find(
  queries: Queries,
  userId: number,
  clientId: number,
): Promise<ConsentRecord | null> {
  return firstOrNull(
    queries
      .selectFrom('userConsents')
      .selectAll()
      .where('userId', '=', userId)
      .where('clientId', '=', clientId),
  )
}

import { prepared, type ValueOf } from '../database/prepared.ts'
import type { Queries, Row } from '../database/tables.ts'

/** Approved scopes, one row per user and client. */
export type ConsentRecord = Row<'userConsents'>

const selectConsent = prepared((queries, value: ValueOf<{ userId: number; clientId: number }>) =>
  queries
    .selectFrom('userConsents')
    .selectAll()
    .where('userId', '=', value('userId'))
    .where('clientId', '=', value('clientId')),
)

export function find(
  queries: Queries,
  userId: number,
  clientId: number,
): Promise<ConsentRecord | null> {
  return selectConsent.first(queries, { userId, clientId })
}

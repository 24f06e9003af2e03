import { sql } from 'kysely'
import type { Queries } from '../database/tables.ts'
import type { ParentRecord } from '../maintenance/dependent-tables.ts'
import type { SessionTable } from './row-conditions.ts'

/** Kinds of rows that are revoked together with their client or user. */
export type ActiveKind = 'session' | 'code' | 'refreshToken' | 'grant'

export const tables = {
  session: 'userSessions',
  code: 'codes',
  refreshToken: 'refreshTokens',
  grant: 'grants',
} as const satisfies Record<ActiveKind, SessionTable>

/** Rows of a kind that are not revoked, of a client or user. */
export function activeOf(queries: Queries, kind: ActiveKind, { kind: owner, id }: ParentRecord) {
  const theirs = queries
    .selectFrom(tables[kind])
    .where(owner === 'client' ? 'clientId' : 'userId', '=', id)
  switch (kind) {
    case 'session':
      return theirs
    case 'grant':
      return theirs.where(sql<boolean>`revoked_at is null`)
    case 'code':
    case 'refreshToken':
      // Literal conditions match the partial indexes.
      return theirs.where(sql<boolean>`not revoked`)
    default:
      return kind satisfies never
  }
}

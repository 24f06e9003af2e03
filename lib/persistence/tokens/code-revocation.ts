import { updatedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import {
  type GrantsOfSession,
  grantAmong,
  grantOfSession,
  type OfUserExcept,
  ofUserExcept,
} from './row-conditions.ts'

/** Whose codes are meant. */
export type CodesOf =
  | { readonly grantId: number }
  | { readonly clientId: number }
  | { readonly userId: number; readonly clientId: number }
  | OfUserExcept

/** Revokes codes; returns the number that were not revoked before. */
export function revoke(queries: Queries, of: CodesOf, revokedReason: string): Promise<number> {
  return updatedRows(
    revocation(queries, revokedReason).where((eb) =>
      'exceptOfSession' in of ? ofUserExcept('codes', of) : eb.and({ ...of }),
    ),
  )
}

/** Revokes all or the unspent codes of a session; returns the number that were not revoked before. */
export function revokeOfSession(
  queries: Queries,
  sessionIdentifier: string,
  revokedReason: string,
  which: 'all' | 'unspent',
): Promise<number> {
  const all = revocation(queries, revokedReason).where(grantOfSession(sessionIdentifier))
  return updatedRows(which === 'all' ? all : all.where('used', '=', false))
}

/** Revokes the codes of grants of a session; returns the number that were not revoked before. */
export function revokeOfGrants(
  queries: Queries,
  of: GrantsOfSession,
  revokedReason: string,
): Promise<number> {
  return updatedRows(revocation(queries, revokedReason).where(grantAmong(of)))
}

/** Changes only codes that are not revoked. */
function revocation(queries: Queries, revokedReason: string) {
  return queries
    .updateTable('codes')
    .set({ revoked: true, revokedReason })
    .where('revoked', '=', false)
}

import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { exists, updatedRows } from '../database/results.ts'
import type { Queries, Tables } from '../database/tables.ts'
import {
  type GrantsOfSession,
  grantAmong,
  grantOfSession,
  type OfUserExcept,
  ofUserExcept,
} from './row-conditions.ts'

/** Whose refresh tokens are meant. */
export type RefreshTokensOf =
  | { readonly grantId: number }
  | { readonly clientId: number }
  | { readonly userId: number; readonly clientId: number }
  | { readonly sessionIdentifier: string }
  | GrantsOfSession
  | OfUserExcept

/**
 * Revokes active tokens and returns their `jti`s. Repeats until none is left: an update that waited for the rotation of
 * a token finds it revoked, and does not see its new successor.
 */
export async function revoke(
  queries: Queries,
  of: RefreshTokensOf,
  revokedAt: Date,
  revokedReason: string,
): Promise<string[]> {
  const eb = expressionBuilder<Tables, 'refreshTokens'>()
  const isActive = eb.and([belongsTo(of), eb('revoked', '=', false)])
  let jtis: string[] = []
  while (await exists(queries.selectFrom('refreshTokens').select('id').where(isActive))) {
    const revoked = await queries
      .updateTable('refreshTokens')
      .set({ revoked: true, revokedAt, revokedReason })
      .where(isActive)
      .returning('jti')
      .execute()
    jtis = jtis.concat(revoked.map(({ jti }) => jti))
  }
  return jtis
}

/** Keeps the active tokens of a session usable after a change of credentials. */
export function promoteOfSession(
  queries: Queries,
  sessionIdentifier: string,
  authStateGeneration: number,
): Promise<number> {
  return updatedRows(
    queries
      .updateTable('refreshTokens')
      .set({ authStateGeneration })
      .where(grantOfSession(sessionIdentifier))
      .where('revoked', '=', false),
  )
}

function belongsTo(of: RefreshTokensOf): Expression<SqlBool> {
  if ('upTo' in of) return grantAmong(of)
  if ('sessionIdentifier' in of) return grantOfSession(of.sessionIdentifier)
  if ('exceptOfSession' in of) return ofUserExcept('refreshTokens', of)
  return expressionBuilder<Tables, 'refreshTokens'>().and({ ...of })
}

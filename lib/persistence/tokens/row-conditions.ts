import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Grants of a session with ids above `after`, up to `upTo`. */
export interface GrantsOfSession {
  readonly sessionIdentifier: string
  readonly after: number
  readonly upTo: number
}

/** All of a user's rows but those of one session; '' excepts none. */
export interface OfUserExcept {
  readonly userId: number
  readonly exceptOfSession: string
}

/** Tables whose rows belong to a session. */
export type SessionTable = 'userSessions' | 'codes' | 'refreshTokens' | 'grants'

const ofToken = expressionBuilder<Tables, 'codes' | 'refreshTokens'>()
const ofRow = expressionBuilder<Tables, SessionTable>()

/**
 * Condition on codes and tokens: their grants belong to this session. Prisma's form of the condition would make SQLite
 * scan all codes or tokens.
 */
export function grantOfSession(sessionIdentifier: string): Expression<SqlBool> {
  return ofToken('grantId', 'in', grantIds(sessionIdentifier))
}

/** Condition on codes and tokens: they stem from these grants. */
export function grantAmong({
  sessionIdentifier,
  after,
  upTo,
}: GrantsOfSession): Expression<SqlBool> {
  const ids = grantIds(sessionIdentifier)
    .where('grants.id', '>', after)
    .where('grants.id', '<=', upTo)
  return ofToken('grantId', 'in', ids)
}

/**
 * Condition on the rows of a table: they do not belong to this session; '' excepts none. A refresh token without a
 * session of its own belongs to that of its grant.
 */
export function notOfSession(table: SessionTable, sessionIdentifier: string): Expression<SqlBool> {
  if (sessionIdentifier === '') return ofRow.lit(true)
  return table === 'refreshTokens'
    ? ofRow.not(grantOfSession(sessionIdentifier))
    : ofRow('sessionIdentifier', '<>', sessionIdentifier)
}

/** Condition on the rows of a table: see `OfUserExcept`. */
export function ofUserExcept(
  table: SessionTable,
  { userId, exceptOfSession }: OfUserExcept,
): Expression<SqlBool> {
  return ofRow.and([ofRow('userId', '=', userId), notOfSession(table, exceptOfSession)])
}

function grantIds(sessionIdentifier: string) {
  return ofToken
    .selectFrom('grants')
    .select('grants.id')
    .where('grants.sessionIdentifier', '=', sessionIdentifier)
}

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../client.ts'
import { joinedTable } from '../database/joined.ts'
import { exists, firstOrNull, updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { NewRow, Queries, Tables } from '../database/tables.ts'
import type { Grant, RefreshToken, UserSession } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'
import { type PicturedUser, picturedUser } from '../users/users.ts'
import { type GrantsOfSession, grantAmong, grantOfSession } from './grants.ts'

export type RefreshTokenRecord = RefreshToken

/** A refresh token with its grant, code, user and session. */
export type RefreshTokenWithOrigin = RefreshTokenRecord & {
  readonly grant: Grant
  /** The code that it was first issued for; null for a token of the password grant. */
  readonly code: { readonly revoked: boolean } | null
  readonly user: PicturedUser | null
  /** Its session, or the session that an offline grant began in, if that still exists. */
  readonly session: UserSession | null
}

/** A token to insert: active by default. */
export type NewRefreshToken = Omit<NewRow<'refreshTokens'>, 'createdAt'>

/** Selects tokens by their owner. */
export type Whose =
  | { readonly grantId: number }
  | { readonly clientId: number }
  /** Tokens of a user's grants to a client. */
  | { readonly grantedBy: number; readonly to: number }
  | { readonly sessionIdentifier: string }
  | GrantsOfSession
  /** A user's tokens, except those of one session; '' excepts none. */
  | { readonly userId: number; readonly exceptOfSession: string }

type RefreshTokenExpressions = ExpressionBuilder<Tables, 'refreshTokens'>

function conditionOf(eb: RefreshTokenExpressions, whose: Whose): Expression<SqlBool> {
  if ('grantId' in whose) return eb('grantId', '=', whose.grantId)
  if ('grantedBy' in whose) {
    return eb.and([eb('userId', '=', whose.grantedBy), eb('clientId', '=', whose.to)])
  }
  if ('clientId' in whose) return eb('clientId', '=', whose.clientId)
  if ('upTo' in whose) return grantAmong(eb, whose)
  if ('sessionIdentifier' in whose) return grantOfSession(eb, whose.sessionIdentifier)
  const { userId, exceptOfSession } = whose
  const isTheirs = eb('userId', '=', userId)
  return exceptOfSession === ''
    ? isTheirs
    : eb.and([isTheirs, eb.not(grantOfSession(eb, exceptOfSession))])
}

const refreshToken = joinedTable('refreshTokens')
const grant = joinedTable('grants')
const code = joinedTable('codes', ['revoked'])
const session = joinedTable('userSessions')
const columns = [
  ...refreshToken.columns,
  ...grant.columns,
  ...code.columns,
  ...picturedUser.columns,
  ...session.columns,
]

/** Refresh tokens by their `jti`; the token itself is never stored. */
export function refreshTokens(queries: Queries) {
  return {
    async insert(token: NewRefreshToken): Promise<void> {
      await queries
        .insertInto('refreshTokens')
        .values({ ...token, createdAt: rowTime() })
        .execute()
    },

    async findByJti(jti: string): Promise<RefreshTokenWithOrigin | null> {
      const found = await firstOrNull(
        queries
          .selectFrom('refreshTokens')
          .innerJoin('grants', 'grants.id', 'refreshTokens.grantId')
          .leftJoin('codes', 'codes.id', 'refreshTokens.codeId')
          .leftJoin('users', 'users.id', 'refreshTokens.userId')
          .leftJoin('userProfilePictures', 'userProfilePictures.userId', 'users.id')
          .leftJoin('userSessions', (join) =>
            join.on(
              'userSessions.sessionIdentifier',
              '=',
              sql<string>`coalesce(nullif(${sql.ref('refreshTokens.sessionIdentifier')}, ''),
                ${sql.ref('grants.sessionIdentifier')})`,
            ),
          )
          .select(columns)
          .where('refreshTokens.jti', '=', jti),
      )
      const token = found && refreshToken.read(found)
      const itsGrant = found && grant.read(found)
      if (!token || !itsGrant) return null
      return {
        ...token,
        grant: itsGrant,
        code: code.read(found),
        user: picturedUser.read(found),
        session: session.read(found),
      }
    },

    /** Revokes the token as rotated: true for the one caller that found it active. */
    async rotate(id: number, revokedAt: Date): Promise<boolean> {
      const rotation = queries
        .updateTable('refreshTokens')
        .set({ revoked: true, revokedAt, revokedReason: 'rotated' })
        .where('id', '=', id)
        .where('revoked', '=', false)
      return (await updatedRows(rotation)) === 1
    },

    /**
     * Revokes active tokens and returns their `jti`s. Repeats until none is left: an update that waited for the
     * rotation of a token finds it revoked, and does not see its new successor.
     */
    async revoke(whose: Whose, revokedAt: Date, revokedReason: string): Promise<string[]> {
      const isTheirs = (eb: RefreshTokenExpressions) =>
        eb.and([conditionOf(eb, whose), eb('revoked', '=', false)])
      let jtis: string[] = []
      while (await exists(queries.selectFrom('refreshTokens').select('id').where(isTheirs))) {
        const revoked = await queries
          .updateTable('refreshTokens')
          .set({ revoked: true, revokedAt, revokedReason })
          .where(isTheirs)
          .returning('jti')
          .execute()
        jtis = jtis.concat(revoked.map(({ jti }) => jti))
      }
      return jtis
    },

    /** Keeps the active tokens of a session usable after a change of credentials. */
    promoteOfSession: (sessionIdentifier: string, authStateGeneration: number): Promise<number> =>
      updatedRows(
        queries
          .updateTable('refreshTokens')
          .set({ authStateGeneration })
          .where((eb) => grantOfSession(eb, sessionIdentifier))
          .where('revoked', '=', false),
      ),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminRefreshTokens(db: Db, queries: Queries) {
  const base = refreshTokens(queries)
  return {
    ...base,

    /**
     * Removes at most `limit` expired tokens, revoked or not. Removes a code with its last token, if the code was
     * created before `codesBefore`. Returns the number of removed tokens.
     * The two expiry times are searched separately, each along its index: for a combined condition, PostgreSQL would
     * collect every expired row first.
     */
    async removeExpired(now: Date, codesBefore: Date, limit: number): Promise<number> {
      const select = { id: true, codeId: true } as const
      const rows = await db.refreshToken.findMany({
        where: { expiresAt: { lt: now } },
        orderBy: { expiresAt: 'asc' },
        take: limit,
        select,
      })
      if (rows.length < limit) {
        const others = await db.refreshToken.findMany({
          where: { maxLifetime: { lt: now }, expiresAt: { gte: now } },
          orderBy: { maxLifetime: 'asc' },
          take: limit - rows.length,
          select,
        })
        rows.push(...others)
      }
      const removed = await removeByIds(db.refreshToken, rows)
      const codeIds = [...new Set(rows.flatMap(({ codeId }) => codeId ?? []))]
      await db.code.deleteMany({
        where: { id: { in: codeIds }, createdAt: { lt: codesBefore }, refreshTokens: { none: {} } },
      })
      return removed
    },
  }
}

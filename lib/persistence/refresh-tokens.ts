import type { Db } from './client.ts'
import type { Direct } from './direct.ts'
import type { Grant, RefreshToken, UserSession } from './generated/sqlite/client.ts'
import { type GrantsOfSession, grantAmong, grantOfSession, placesOf } from './grants.ts'
import { removeByIds } from './removal.ts'
import type { NewRow } from './tables.ts'
import { joinPicture, type PicturedUser, picture, pictured } from './users.ts'

export type RefreshTokenRecord = RefreshToken

/** A refresh token with what it stems from and stands on. */
export type RefreshTokenWithOrigin = RefreshTokenRecord & {
  readonly grant: Grant
  /** Of the code it was first issued for; null for a token of the password grant. */
  readonly code: { readonly revoked: boolean } | null
  readonly user: PicturedUser | null
  /** Its session, or the one an offline grant was born in, where that still is. */
  readonly session: UserSession | null
}

/** A token to be stored: live unless it says otherwise. */
export type NewRefreshToken = NewRow<RefreshTokenRecord, 'createdAt' | 'revoked'>

/** Whose tokens are meant. */
export type Whose =
  | { readonly grantId: number }
  | { readonly clientId: number }
  /** What a user granted a client. */
  | { readonly grantedBy: number; readonly to: number }
  | { readonly sessionIdentifier: string }
  | GrantsOfSession
  /** All of a user's but those of one session; '' for no session: all of them. */
  | { readonly userId: number; readonly exceptOfSession: string }

function conditionOf(whose: Whose): [string, ...(string | number)[]] {
  if ('grantId' in whose) return ['"grant_id" = ?', whose.grantId]
  if ('grantedBy' in whose) return ['"user_id" = ? AND "client_id" = ?', whose.grantedBy, whose.to]
  if ('clientId' in whose) return ['"client_id" = ?', whose.clientId]
  if ('upTo' in whose) return [grantAmong, ...placesOf(whose)]
  if ('sessionIdentifier' in whose) return [grantOfSession, whose.sessionIdentifier]
  const { userId, exceptOfSession } = whose
  return exceptOfSession === ''
    ? ['"user_id" = ?', userId]
    : [`"user_id" = ? AND NOT (${grantOfSession})`, userId, exceptOfSession]
}

/** Refresh tokens by their `jti`; the token itself is never stored. */
export function refreshTokens(db: Db, sql: Direct) {
  return {
    insert: (token: NewRefreshToken): Promise<void> => sql.insertAll('RefreshToken', [token]),

    async findByJti(jti: string): Promise<RefreshTokenWithOrigin | null> {
      const found = await sql.oneJoined(
        ['RefreshToken', 'Grant', ['Code', 'revoked'], 'User', picture, 'UserSession'],
        `FROM "refresh_tokens"
          JOIN "grants" ON "grants"."id" = "refresh_tokens"."grant_id"
          LEFT JOIN "codes" ON "codes"."id" = "refresh_tokens"."code_id"
          LEFT JOIN "users" ON "users"."id" = "refresh_tokens"."user_id"
          ${joinPicture}
          LEFT JOIN "user_sessions" ON "user_sessions"."session_identifier" =
            COALESCE(NULLIF("refresh_tokens"."session_identifier", ''), "grants"."session_identifier")
          WHERE "refresh_tokens"."jti" = ?`,
        jti,
      )
      const [token, grant, code = null, user = null, itsPicture = null, session = null] =
        found ?? []
      if (!token || !grant) return null
      return { ...token, grant, code, user: pictured(user, itsPicture), session }
    },

    /** Rotates the token out: true for the one caller that found it live. */
    async rotate(id: number, revokedAt: Date): Promise<boolean> {
      const rotated = { revoked: true, revokedAt, revokedReason: 'rotated' }
      const live = 'WHERE "id" = ? AND "revoked" = ?'
      return (await sql.change('RefreshToken', rotated, live, id, false)) === 1
    },

    /**
     * Revokes live tokens and returns their `jti`s. Looks until none is left: a change that waited for one that
     * was being rotated meets nothing, and by then that one has a successor.
     */
    async revoke(whose: Whose, revokedAt: Date, revokedReason: string): Promise<string[]> {
      const [condition, ...values] = conditionOf(whose)
      const change = { revoked: true, revokedAt, revokedReason }
      const live = `WHERE ${condition} AND "revoked" = ?`
      let jtis: string[] = []
      while (await sql.has(`FROM "refresh_tokens" ${live}`, ...values, false)) {
        const revoked = await sql.changedEach('RefreshToken', change, 'jti', live, ...values, false)
        jtis = jtis.concat(revoked)
      }
      return jtis
    },

    /** Keeps the live tokens of a session usable past a change of credentials. */
    promoteOfSession: (sessionIdentifier: string, authStateGeneration: number): Promise<number> =>
      sql.change(
        'RefreshToken',
        { authStateGeneration },
        `WHERE ${grantOfSession} AND "revoked" = ?`,
        sessionIdentifier,
        false,
      ),

    /**
     * Removes at most `limit` tokens past their end, revoked or not, and with the last token of a code
     * the code, if it was made before `codesBefore`; returns how many tokens went. The two ends are
     * looked for one after the other, each along its index: asked for together, PostgreSQL would gather
     * every row that has ended before it gives the first one.
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

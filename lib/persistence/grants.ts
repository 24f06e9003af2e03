import { daySeconds } from '#lib/kernel/clock.ts'
import type { Db } from './client.ts'
import { type Direct, LookedUp } from './direct.ts'
import type { Grant, Prisma } from './generated/sqlite/client.ts'
import { removeByIds } from './removal.ts'
import type { NewRow } from './tables.ts'

export type GrantRecord = Grant

/** How a user came to grant something to a client. */
export type GrantType = 'authorization_code' | 'implicit' | 'password'

/** A grant to be stored: live unless it says otherwise. */
export type NewGrant = NewRow<GrantRecord, 'createdAt'> & { readonly grantType: GrantType }

const dayMillis = daySeconds * 1000

/**
 * Condition for codes and tokens of a session's grants, by its identifier. As the client writes it
 * SQLite would look at every row of theirs.
 */
export const grantOfSession =
  '"grant_id" IN (SELECT "id" FROM "grants" WHERE "session_identifier" = ?)'

/** Grants of a session in the order of their ids: those after one of them, up to another. */
export interface GrantsOfSession {
  readonly sessionIdentifier: string
  readonly after: number
  readonly upTo: number
}

/** Condition for what stems from such grants; its values are given by `placesOf`. */
export const grantAmong =
  '"grant_id" IN (SELECT "id" FROM "grants" WHERE "session_identifier" = ? AND "id" > ? AND "id" <= ?)'

/** The values of `grantAmong`. */
export function placesOf({ sessionIdentifier, after, upTo }: GrantsOfSession) {
  return [sessionIdentifier, after, upTo] as const
}

const liveInSession = '"session_identifier" = ? AND "revoked_at" IS NULL'

/** What users granted clients; every token names its grant. */
export function grants(db: Db, sql: Direct) {
  return {
    /** Stores a grant; its row is kept until the end of the day (UTC) on which it says it expires. */
    insert: (grant: NewGrant): Promise<GrantRecord> =>
      sql.insert('Grant', { ...grant, expiresAt: endOfDay(grant.expiresAt) }),

    /** Stands for the id of a grant in a row that is written in the round trip that makes the grant. */
    idOf: (grantIdentifier: string): LookedUp =>
      new LookedUp('(SELECT "id" FROM "grants" WHERE "grant_identifier" = ?)', grantIdentifier),

    /**
     * Keeps the row until the end of the day (UTC) on which the newest of its tokens expires: so it is
     * written once a day at most, not with every token.
     */
    async keepUntil({ id, expiresAt }: GrantRecord, end: Date): Promise<void> {
      if (expiresAt >= end) return
      const change = { expiresAt: endOfDay(end) }
      await sql.change('Grant', change, 'WHERE "id" = ? AND "expires_at" < ?', id, change.expiresAt)
    },

    /** Whether more than so many live grants were made in a session. */
    exceedInSession: async (sessionIdentifier: string, limit: number): Promise<boolean> => {
      const from = `FROM "grants" WHERE ${liveInSession}`
      return (await sql.count(from, limit + 1, sessionIdentifier)) > limit
    },

    /** The ids of the next live grants of a session after an id. */
    async nextInSession(sessionIdentifier: string, after: number, limit: number) {
      const rest = `WHERE ${liveInSession} AND "id" > ? ORDER BY "id" LIMIT ?`
      const rows = await sql.some('Grant', ['id'], rest, sessionIdentifier, after, limit)
      return rows.map(({ id }) => id)
    },

    /** Revokes grants; returns how many were live. */
    async revoke(
      where: Prisma.GrantWhereInput,
      revokedAt: Date,
      revokedReason: string,
    ): Promise<number> {
      const { count } = await db.grant.updateMany({
        where: { ...where, revokedAt: null },
        data: { revokedAt, revokedReason },
      })
      return count
    },

    /**
     * Removes at most `limit` grants that ended before `before`, with their codes; returns how many
     * went. One with a refresh token left stays until that is gone: a grant never ends before its
     * tokens, so none that ended after the oldest token is looked at.
     */
    async removeEnded(before: Date, limit: number): Promise<number> {
      const oldest = await db.refreshToken.findFirst({
        orderBy: { expiresAt: 'asc' },
        select: { expiresAt: true },
      })
      const end = oldest && oldest.expiresAt < before ? oldest.expiresAt : before
      const rows = await db.grant.findMany({
        where: { expiresAt: { lt: end }, refreshTokens: { none: {} } },
        orderBy: { expiresAt: 'asc' },
        take: limit,
        select: { id: true },
      })
      return removeByIds(db.grant, rows)
    },
  }
}

function endOfDay(moment: Date): Date {
  return new Date(Math.ceil(moment.getTime() / dayMillis) * dayMillis)
}

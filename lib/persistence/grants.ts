import type { Expression, ExpressionBuilder } from 'kysely'
import { daySeconds } from '#lib/kernel/clock.ts'
import type { Db } from './client.ts'
import { countUpTo } from './database/results.ts'
import type { NewRow, Queries, Tables } from './database/tables.ts'
import type { Grant, Prisma } from './generated/sqlite/client.ts'
import { removeByIds } from './removal.ts'

export type GrantRecord = Grant

/** How a user came to grant something to a client. */
export type GrantType = 'authorization_code' | 'implicit' | 'password'

/** A grant to be stored: live unless it says otherwise. */
export type NewGrant = NewRow<'grants'> & { readonly grantType: GrantType }

const dayMillis = daySeconds * 1000

/**
 * Condition for codes and tokens of a session's grants, by its identifier. As the client writes it
 * SQLite would look at every row of theirs.
 */
export function grantOfSession(
  eb: ExpressionBuilder<Tables, 'codes' | 'refreshTokens'>,
  sessionIdentifier: string,
) {
  return eb(
    'grantId',
    'in',
    eb
      .selectFrom('grants')
      .select('grants.id')
      .where('grants.sessionIdentifier', '=', sessionIdentifier),
  )
}

/** Grants of a session in the order of their ids: those after one of them, up to another. */
export interface GrantsOfSession {
  readonly sessionIdentifier: string
  readonly after: number
  readonly upTo: number
}

/** Condition for what stems from such grants. */
export function grantAmong(
  eb: ExpressionBuilder<Tables, 'codes' | 'refreshTokens'>,
  { sessionIdentifier, after, upTo }: GrantsOfSession,
) {
  return eb(
    'grantId',
    'in',
    eb
      .selectFrom('grants')
      .select('grants.id')
      .where('grants.sessionIdentifier', '=', sessionIdentifier)
      .where('grants.id', '>', after)
      .where('grants.id', '<=', upTo),
  )
}

/** What users granted clients; every token names its grant. */
export function grants(db: Db, queries: Queries) {
  const liveInSession = (sessionIdentifier: string) =>
    queries
      .selectFrom('grants')
      .select('id')
      .where('sessionIdentifier', '=', sessionIdentifier)
      .where('revokedAt', 'is', null)
  return {
    /** Stores a grant; its row is kept until the end of the day (UTC) on which it says it expires. */
    insert: (grant: NewGrant): Promise<GrantRecord> =>
      queries
        .insertInto('grants')
        .values({ ...grant, expiresAt: endOfDay(grant.expiresAt) })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Stands for the id of a grant in a row that is written in the round trip that makes the grant. */
    idOf: (grantIdentifier: string): Expression<number> =>
      queries
        .selectFrom('grants')
        .select('id')
        .where('grantIdentifier', '=', grantIdentifier)
        .$asScalar() as unknown as Expression<number>,

    /**
     * Keeps the row until the end of the day (UTC) on which the newest of its tokens expires: so it is
     * written once a day at most, not with every token.
     */
    async keepUntil({ id, expiresAt }: GrantRecord, end: Date): Promise<void> {
      if (expiresAt >= end) return
      const change = { expiresAt: endOfDay(end) }
      await queries
        .updateTable('grants')
        .set(change)
        .where('id', '=', id)
        .where('expiresAt', '<', change.expiresAt)
        .execute()
    },

    /** Whether more than so many live grants were made in a session. */
    exceedInSession: async (sessionIdentifier: string, limit: number): Promise<boolean> =>
      (await countUpTo(queries, liveInSession(sessionIdentifier), limit + 1)) > limit,

    /** The ids of the next live grants of a session after an id. */
    async nextInSession(sessionIdentifier: string, after: number, limit: number) {
      const rows = await liveInSession(sessionIdentifier)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
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

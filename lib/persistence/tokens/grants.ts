import type { Expression, ExpressionBuilder } from 'kysely'
import { daySeconds } from '#lib/kernel/clock.ts'
import type { Db } from '../client.ts'
import { countUpTo, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Tables } from '../database/tables.ts'
import type { Grant } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'

export type GrantRecord = Grant

/** The flow in which a user granted access to a client. */
export type GrantType = 'authorization_code' | 'implicit' | 'password'

/** A grant to insert: active by default. */
export type NewGrant = NewRow<'grants'> & { readonly grantType: GrantType }

const dayMillis = daySeconds * 1000

/**
 * Condition on codes and tokens: their grants belong to this session. Prisma's form of the condition would make SQLite
 * scan all codes or tokens.
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

/** Grants of a session with ids above `after`, up to `upTo`. */
export interface GrantsOfSession {
  readonly sessionIdentifier: string
  readonly after: number
  readonly upTo: number
}

/** Which grants are meant. */
export type GrantsOf =
  | { readonly id: number }
  | { readonly userId: number; readonly clientId: number }
  | { readonly sessionIdentifier: string }
  | GrantsOfSession
  /** All of a user's but those of one session; '' for no session: all of them. */
  | { readonly userId: number; readonly exceptOfSession: string }

/** Condition on codes and tokens: they stem from these grants. */
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

/** Access that users granted to clients; every token names its grant. */
export function grants(queries: Queries) {
  const liveInSession = (sessionIdentifier: string) =>
    queries
      .selectFrom('grants')
      .select('id')
      .where('sessionIdentifier', '=', sessionIdentifier)
      .where('revokedAt', 'is', null)
  return {
    /** Inserts a grant. Its row is kept until the end of the day (UTC) on which it expires. */
    insert: (grant: NewGrant): Promise<GrantRecord> =>
      queries
        .insertInto('grants')
        .values({ ...grant, expiresAt: endOfDay(grant.expiresAt) })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** SQL expression of a grant's id, for rows inserted in the same round trip as the grant. */
    idOf: (grantIdentifier: string): Expression<number> =>
      queries
        .selectFrom('grants')
        .select('id')
        .where('grantIdentifier', '=', grantIdentifier)
        .$asScalar() as unknown as Expression<number>,

    /**
     * Extends the row's life until the end of the day (UTC) on which its newest token expires. The row is therefore
     * updated at most once a day, not with every token.
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

    /** Revokes grants; returns how many were not revoked before. */
    revoke: (of: GrantsOf, revokedAt: Date, revokedReason: string): Promise<number> =>
      updatedRows(
        queries
          .updateTable('grants')
          .set({ revokedAt, revokedReason })
          .where('revokedAt', 'is', null)
          .where((eb) => {
            if ('upTo' in of) {
              return eb.and([
                eb('sessionIdentifier', '=', of.sessionIdentifier),
                eb('id', '>', of.after),
                eb('id', '<=', of.upTo),
              ])
            }
            if (!('exceptOfSession' in of)) return eb.and({ ...of })
            const { userId, exceptOfSession } = of
            return eb.and([
              eb('userId', '=', userId),
              ...(exceptOfSession === '' ? [] : [eb('sessionIdentifier', '<>', exceptOfSession)]),
            ])
          }),
      ),

    /** Whether a session has more than `limit` active grants. */
    exceedInSession: async (sessionIdentifier: string, limit: number): Promise<boolean> =>
      (await countUpTo(queries, liveInSession(sessionIdentifier), limit + 1)) > limit,

    /** Ids of a session's next active grants after an id. */
    async nextInSession(sessionIdentifier: string, after: number, limit: number) {
      const rows = await liveInSession(sessionIdentifier)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminGrants(db: Db, queries: Queries) {
  const base = grants(queries)
  return {
    ...base,

    /**
     * Removes at most `limit` grants that ended before `before`, with their codes; returns the number removed. A grant
     * with refresh tokens stays until they are removed. A grant never ends before its tokens, so grants that ended
     * after the oldest token are not searched.
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

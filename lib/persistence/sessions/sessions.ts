import type { Db } from '../client.ts'
import { joinedTable } from '../database/joined.ts'
import { deletedRows, firstOrNull, updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { NewRow, Queries } from '../database/tables.ts'
import type { Prisma, User, UserSession } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'
import { adminLiveSessions, liveSessions } from './active-sessions.ts'

export type SessionRecord = UserSession

const withOwner = { user: { select: { otpConfigGeneration: true } } } as const
/** A session with the owner's generation of two-factor settings, which shows whether they changed. */
export type SessionWithOwner = Prisma.UserSessionGetPayload<{ include: typeof withOwner }>

const ofOwner = [
  'id',
  'enabled',
  'authStateGeneration',
  'otpEnabled',
  'otpConfigGeneration',
] as const

/** The owner's columns that decide whether a session is valid. */
export type SessionOwner = Pick<User, (typeof ofOwner)[number]>

/** A session to insert. */
export type NewSession = Omit<NewRow<'userSessions'>, 'createdAt' | 'updatedAt'>

const itself = joinedTable('userSessions')
const owner = joinedTable('users')
const ownerInPart = joinedTable('users', ofOwner)

/** Sign-on sessions and their clients. */
export function sessions(queries: Queries) {
  const withUser = () =>
    queries.selectFrom('userSessions').innerJoin('users', 'users.id', 'userSessions.userId')
  const findByIdentifier = (sessionIdentifier: string): Promise<SessionRecord | null> =>
    firstOrNull(
      queries
        .selectFrom('userSessions')
        .selectAll()
        .where('sessionIdentifier', '=', sessionIdentifier),
    )
  /**
   * Reads a session with the deciding columns of its owner, and locks it. The owner is locked first, with the lock that
   * a referring row needs, so that storing a token later does not wait (see the order in `Store`). Other
   * transactions may still change the owner, except through `users.lock` and removal.
   */
  const lockWithUser = async (
    sessionIdentifier: string,
  ): Promise<{ session: SessionRecord; user: SessionOwner } | null> => {
    const found = await firstOrNull(
      withUser()
        .select([...itself.columns, ...ownerInPart.columns])
        .where('userSessions.sessionIdentifier', '=', sessionIdentifier)
        .forKeyShare('users')
        .forUpdate('userSessions'),
    )
    const session = found && itself.read(found)
    const user = found && ownerInPart.read(found)
    return session && user ? { session, user } : null
  }
  return {
    ...liveSessions(queries),

    insert(session: NewSession): Promise<SessionRecord> {
      const now = rowTime()
      return queries
        .insertInto('userSessions')
        .values({ ...session, createdAt: now, updatedAt: now })
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    findByCookieHash: (cookieHash: string): Promise<SessionRecord | null> =>
      firstOrNull(
        queries.selectFrom('userSessions').selectAll().where('cookieHash', '=', cookieHash),
      ),

    /** The session of a browser's cookie, with its owner. */
    async findWithUser(cookieHash: string): Promise<{ session: SessionRecord; user: User } | null> {
      const found = await firstOrNull(
        withUser()
          .select([...itself.columns, ...owner.columns])
          .where('userSessions.cookieHash', '=', cookieHash),
      )
      const session = found && itself.read(found)
      const user = found && owner.read(found)
      return session && user ? { session, user } : null
    },

    findByIdentifier,

    /**
     * Reads a session and locks it against changes and removal until the transaction ends: see `lockWithUser`.
     * (PostgreSQL row locks; on SQLite transactions run one at a time.)
     */
    lock: async (sessionIdentifier: string): Promise<SessionRecord | null> =>
      (await lockWithUser(sessionIdentifier))?.session ?? null,

    lockWithUser,

    /**
     * Removes all sessions of a user and returns their identifiers.
     * @param except id of a session to keep; null for none
     */
    async removeOfUser(userId: number, except: number | null): Promise<string[]> {
      const theirs = queries.deleteFrom('userSessions').where('userId', '=', userId)
      const removal = except === null ? theirs : theirs.where('id', '<>', except)
      const removed = await removal.returning('sessionIdentifier').execute()
      return removed.map(({ sessionIdentifier }) => sessionIdentifier)
    },

    /** Returns 0 when the session no longer exists. */
    update: (
      id: number,
      change: Partial<Omit<SessionRecord, 'id' | 'createdAt'>>,
    ): Promise<number> =>
      updatedRows(
        queries
          .updateTable('userSessions')
          .set({ ...change, updatedAt: rowTime() })
          .where('id', '=', id),
      ),

    /** True for the caller that removed it. */
    remove: async (id: number): Promise<boolean> =>
      (await deletedRows(queries.deleteFrom('userSessions').where('id', '=', id))) === 1,

    /** Adds the client to the session, or records that it was used again. */
    async touchClient(sessionIdentifier: string, clientId: number, now: Date): Promise<void> {
      const written = rowTime()
      await queries
        .insertInto('userSessionClients')
        .columns(['createdAt', 'updatedAt', 'userSessionId', 'clientId', 'started', 'lastAccessed'])
        .expression((eb) =>
          eb
            .selectFrom('userSessions')
            .select((inner) => [
              inner.val(written).as('createdAt'),
              inner.val(written).as('updatedAt'),
              'id',
              inner.val(clientId).as('clientId'),
              inner.val(now).as('started'),
              inner.val(now).as('lastAccessed'),
            ])
            .where('sessionIdentifier', '=', sessionIdentifier),
        )
        .onConflict((conflict) =>
          conflict.columns(['userSessionId', 'clientId']).doUpdateSet((eb) => ({
            lastAccessed: eb.ref('excluded.lastAccessed'),
            updatedAt: eb.ref('excluded.updatedAt'),
          })),
        )
        .execute()
    },

    /** Records that the client was used again, if it is still on the session. */
    noteClient: (userSessionId: number, clientId: number, now: Date): Promise<number> =>
      updatedRows(
        queries
          .updateTable('userSessionClients')
          .set({ lastAccessed: now, updatedAt: rowTime() })
          .where('userSessionId', '=', userSessionId)
          .where('clientId', '=', clientId),
      ),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminSessions(db: Db, queries: Queries) {
  const base: ReturnType<typeof sessions> = sessions(queries)
  return {
    ...base,
    ...adminLiveSessions(db, queries),

    findById: (id: number) => db.userSession.findUnique({ where: { id } }),

    findWithOwner: (sessionIdentifier: string): Promise<SessionWithOwner | null> =>
      db.userSession.findUnique({ where: { sessionIdentifier }, include: withOwner }),

    /** Removes the client from the session: true when it was on it. */
    removeClient: async (userSessionId: number, clientId: number): Promise<boolean> =>
      (await db.userSessionClient.deleteMany({ where: { userSessionId, clientId } })).count === 1,

    hasClient: async (userSessionId: number, clientId: number): Promise<boolean> =>
      (await db.userSessionClient.count({ where: { userSessionId, clientId } })) > 0,

    countClients: (userSessionId: number) =>
      db.userSessionClient.count({ where: { userSessionId } }),

    /** Removes at most `limit` sessions past their idle or maximum time; returns the number removed. */
    async removeExpired(idleBefore: Date, startedBefore: Date, limit: number): Promise<number> {
      const select = { id: true } as const
      const rows = await db.userSession.findMany({
        where: { lastAccessed: { lt: idleBefore } },
        orderBy: { lastAccessed: 'asc' },
        take: limit,
        select,
      })
      if (rows.length < limit) {
        const others = await db.userSession.findMany({
          where: { started: { lt: startedBefore }, lastAccessed: { gte: idleBefore } },
          orderBy: { started: 'asc' },
          take: limit - rows.length,
          select,
        })
        rows.push(...others)
      }
      return removeByIds(db.userSession, rows)
    },
  }
}

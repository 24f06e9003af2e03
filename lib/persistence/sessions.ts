import type { Db } from './client.ts'
import { joinedTable } from './database/joined.ts'
import { deletedRows, firstOrNull, updatedRows } from './database/results.ts'
import { rowTime } from './database/row-time.ts'
import type { NewRow, Queries } from './database/tables.ts'
import type { Prisma, User, UserSession } from './generated/sqlite/client.ts'
import { liveSessions } from './live-sessions.ts'
import { removeByIds } from './removal.ts'

export type SessionRecord = UserSession

const withOwner = { user: { select: { otpConfigGeneration: true } } } as const
/** A session with what it must be compared with to tell whether two-factor settings changed. */
export type SessionWithOwner = Prisma.UserSessionGetPayload<{ include: typeof withOwner }>

const ofOwner = [
  'id',
  'enabled',
  'authStateGeneration',
  'otpEnabled',
  'otpConfigGeneration',
] as const

/** What of its owner a session hangs on. */
export type SessionOwner = Pick<User, (typeof ofOwner)[number]>

/** A session to be stored. */
export type NewSession = Omit<NewRow<'userSessions'>, 'createdAt' | 'updatedAt'>

const itself = joinedTable('userSessions')
const owner = joinedTable('users')
const ownerInPart = joinedTable('users', ofOwner)

/** Sign-on sessions and the clients on them. */
export function sessions(db: Db, queries: Queries) {
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
   * Reads a session with what of its owner it hangs on, and locks it. The owner is held first, as a row that refers to
   * them is going to: a token that is stored later waits for nobody any more (see the order in `Store.transaction`).
   * Others may change the owner meanwhile, but for `users.lock` and a removal.
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
    ...liveSessions(db, queries),

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

    /** The session that a browser's cookie names, with its owner. */
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

    findById: (id: number) => db.userSession.findUnique({ where: { id } }),

    findWithOwner: (sessionIdentifier: string): Promise<SessionWithOwner | null> =>
      db.userSession.findUnique({ where: { sessionIdentifier }, include: withOwner }),

    /**
     * Reads a session and keeps others from removing or changing it until the transaction ends
     * (PostgreSQL row locks; on SQLite a transaction is alone anyway): see `lockWithUser`.
     */
    lock: async (sessionIdentifier: string): Promise<SessionRecord | null> =>
      (await lockWithUser(sessionIdentifier))?.session ?? null,

    lockWithUser,

    /**
     * Removes a user's sessions, however many, and returns their identifiers.
     * @param except id of one that stays; null for none
     */
    async removeOfUser(userId: number, except: number | null): Promise<string[]> {
      const theirs = queries.deleteFrom('userSessions').where('userId', '=', userId)
      const removal = except === null ? theirs : theirs.where('id', '<>', except)
      const removed = await removal.returning('sessionIdentifier').execute()
      return removed.map(({ sessionIdentifier }) => sessionIdentifier)
    },

    /** Changes a session unless it is gone. */
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

    /** Puts the client on the session, or notes that it was used again. */
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

    /** Notes that the client was used again, if it is still on the session. */
    noteClient: (userSessionId: number, clientId: number, now: Date): Promise<number> =>
      updatedRows(
        queries
          .updateTable('userSessionClients')
          .set({ lastAccessed: now, updatedAt: rowTime() })
          .where('userSessionId', '=', userSessionId)
          .where('clientId', '=', clientId),
      ),

    /** Takes the client off the session: true when it was on it. */
    removeClient: async (userSessionId: number, clientId: number): Promise<boolean> =>
      (await db.userSessionClient.deleteMany({ where: { userSessionId, clientId } })).count === 1,

    hasClient: async (userSessionId: number, clientId: number): Promise<boolean> =>
      (await db.userSessionClient.count({ where: { userSessionId, clientId } })) > 0,

    countClients: (userSessionId: number) =>
      db.userSessionClient.count({ where: { userSessionId } }),

    /** Removes at most `limit` sessions past one of their ends; returns how many went. */
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

import type { Db, Provider } from './client.ts'
import type { Direct } from './direct.ts'
import type { Prisma, User, UserSession } from './generated/sqlite/client.ts'
import { liveSessions } from './live-sessions.ts'
import { removeByIds } from './removal.ts'
import type { NewRow } from './tables.ts'

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
export type NewSession = NewRow<SessionRecord, 'createdAt' | 'updatedAt' | 'userAgent'>

/** Sign-on sessions and the clients on them. */
export function sessions(db: Db, provider: Provider, sql: Direct) {
  const findByIdentifier = (sessionIdentifier: string): Promise<SessionRecord | null> =>
    sql.one('UserSession', 'WHERE "session_identifier" = ?', sessionIdentifier)
  /**
   * Reads a session with what of its owner it hangs on, and locks it. The owner is held first, as a row that refers to
   * them is going to: a token that is stored later waits for nobody any more (see the order in `Store.transaction`).
   * Others may change the owner meanwhile, but for `users.lock` and a removal.
   */
  const lockWithUser = async (
    sessionIdentifier: string,
  ): Promise<{ session: SessionRecord; user: SessionOwner } | null> => {
    const locking =
      provider === 'postgresql' ? 'FOR KEY SHARE OF "users" FOR UPDATE OF "user_sessions"' : ''
    const found = await sql.oneJoined(
      ['UserSession', ['User', ...ofOwner]],
      `FROM "user_sessions" JOIN "users" ON "users"."id" = "user_sessions"."user_id"
        WHERE "user_sessions"."session_identifier" = ? ${locking}`,
      sessionIdentifier,
    )
    const [session, user] = found ?? []
    return session && user ? { session, user } : null
  }
  return {
    ...liveSessions(db, sql),

    insert: (session: NewSession): Promise<SessionRecord> => sql.insert('UserSession', session),

    findByCookieHash: (cookieHash: string): Promise<SessionRecord | null> =>
      sql.one('UserSession', 'WHERE "cookie_hash" = ?', cookieHash),

    /** The session that a browser's cookie names, with its owner. */
    async findWithUser(cookieHash: string): Promise<{ session: SessionRecord; user: User } | null> {
      const found = await sql.oneJoined(
        ['UserSession', 'User'],
        `FROM "user_sessions" JOIN "users" ON "users"."id" = "user_sessions"."user_id"
          WHERE "user_sessions"."cookie_hash" = ?`,
        cookieHash,
      )
      const [session, user] = found ?? []
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
    removeOfUser: (userId: number, except: number | null): Promise<string[]> =>
      sql.removedEach(
        'UserSession',
        'sessionIdentifier',
        'WHERE "user_id" = ? AND "id" <> ?',
        userId,
        // No row has it.
        except ?? 0,
      ),

    /** Changes a session unless it is gone. */
    update: (id: number, change: Partial<Omit<SessionRecord, 'id'>>): Promise<number> =>
      sql.change('UserSession', change, 'WHERE "id" = ?', id),

    /** True for the caller that removed it. */
    remove: async (id: number): Promise<boolean> =>
      (await sql.run('DELETE FROM "user_sessions" WHERE "id" = ?', id)) === 1,

    /** Puts the client on the session, or notes that it was used again. */
    touchClient: (sessionIdentifier: string, clientId: number, now: Date): Promise<number> =>
      sql.run(
        `INSERT INTO "user_session_clients" ("created_at", "updated_at", "user_session_id",
          "client_id", "started", "last_accessed")
          SELECT ${sql.clock}, ${sql.clock}, "id", ?, ?, ?
          FROM "user_sessions" WHERE "session_identifier" = ?
          ON CONFLICT ("user_session_id", "client_id") DO UPDATE
          SET "last_accessed" = excluded."last_accessed", "updated_at" = excluded."updated_at"`,
        clientId,
        now,
        now,
        sessionIdentifier,
      ),

    /** Notes that the client was used again, if it is still on the session. */
    noteClient: (userSessionId: number, clientId: number, now: Date): Promise<number> =>
      sql.change(
        'UserSessionClient',
        { lastAccessed: now },
        'WHERE "user_session_id" = ? AND "client_id" = ?',
        userSessionId,
        clientId,
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

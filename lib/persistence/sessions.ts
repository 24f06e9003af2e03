import type { Db, Provider } from './client.ts'
import type { Prisma, UserSession } from './generated/sqlite/client.ts'

export type SessionRecord = UserSession

/** Sign-on sessions and the clients on them. */
export function sessions(db: Db, provider: Provider) {
  return {
    insert: (session: Prisma.UserSessionUncheckedCreateInput) =>
      db.userSession.create({ data: session }),

    findByCookieHash: (cookieHash: string) => db.userSession.findUnique({ where: { cookieHash } }),

    findByIdentifier: (sessionIdentifier: string) =>
      db.userSession.findUnique({ where: { sessionIdentifier } }),

    /**
     * Reads a session and keeps others from removing or changing it until the transaction ends
     * (PostgreSQL row lock; on SQLite a transaction is alone anyway).
     */
    async lock(sessionIdentifier: string): Promise<SessionRecord | null> {
      if (provider === 'postgresql') {
        await db.$queryRaw`SELECT "id" FROM "user_sessions"
          WHERE "session_identifier" = ${sessionIdentifier} FOR UPDATE`
      }
      return db.userSession.findUnique({ where: { sessionIdentifier } })
    },

    findOfUser: (userId: number) =>
      db.userSession.findMany({ where: { userId }, orderBy: { id: 'asc' } }),

    update: (id: number, change: Prisma.UserSessionUncheckedUpdateInput) =>
      db.userSession.update({ where: { id }, data: change }),

    /** True for the caller that removed it. */
    remove: async (id: number): Promise<boolean> =>
      (await db.userSession.deleteMany({ where: { id } })).count === 1,

    /** Puts the client on the session, or notes that it was used again. */
    touchClient: (userSessionId: number, clientId: number, now: Date) =>
      db.userSessionClient.upsert({
        where: { userSessionId_clientId: { userSessionId, clientId } },
        create: { userSessionId, clientId, started: now, lastAccessed: now },
        update: { lastAccessed: now },
      }),

    /** Takes the client off the session: true when it was on it. */
    removeClient: async (userSessionId: number, clientId: number): Promise<boolean> =>
      (await db.userSessionClient.deleteMany({ where: { userSessionId, clientId } })).count === 1,

    countClients: (userSessionId: number) =>
      db.userSessionClient.count({ where: { userSessionId } }),

    /** Removes at most `limit` sessions past one of their ends; returns how many went. */
    async removeExpired(idleBefore: Date, startedBefore: Date, limit: number): Promise<number> {
      const rows = await db.userSession.findMany({
        where: { OR: [{ lastAccessed: { lt: idleBefore } }, { started: { lt: startedBefore } }] },
        take: limit,
        select: { id: true },
      })
      const { count } = await db.userSession.deleteMany({
        where: { id: { in: rows.map((row) => row.id) } },
      })
      return count
    },
  }
}

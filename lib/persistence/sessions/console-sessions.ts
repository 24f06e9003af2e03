import type { Db } from '../client.ts'
import type { ConsoleSession, Prisma } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'

export type ConsoleSessionRecord = ConsoleSession

/** Sign-ins to the console and the account pages. */
export function consoleSessions(db: Db) {
  return {
    insert: (session: Prisma.ConsoleSessionUncheckedCreateInput) =>
      db.consoleSession.create({ data: session }),

    findOfCookie: (cookieHash: string, now: Date) =>
      db.consoleSession.findFirst({ where: { cookieHash, expiresAt: { gt: now } } }),

    /** Acquires the right to renew the tokens; false when another request holds it. */
    async lease(id: number, now: Date, until: Date): Promise<boolean> {
      const free = { OR: [{ refreshingUntil: null }, { refreshingUntil: { lt: now } }] }
      const { count } = await db.consoleSession.updateMany({
        where: { id, ...free },
        data: { refreshingUntil: until },
      })
      return count === 1
    },

    /** Stores renewed tokens and releases the right to renew. */
    renew: (id: number, sealed: Uint8Array<ArrayBuffer>, expiresAt: Date) =>
      db.consoleSession.updateMany({
        where: { id },
        data: { sealed, expiresAt, refreshingUntil: null },
      }),

    /** Releases the right to renew. */
    release: (id: number) =>
      db.consoleSession.updateMany({ where: { id }, data: { refreshingUntil: null } }),

    removeOfCookie: (cookieHash: string) => db.consoleSession.deleteMany({ where: { cookieHash } }),

    /** Removes at most `limit` expired sessions; returns the number removed. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.consoleSession.findMany({
        where,
        orderBy: { expiresAt: 'asc' },
        take: limit,
        select: { id: true },
      })
      return removeByIds(db.consoleSession, old)
    },
  }
}

import type { Db } from '../client.ts'
import type { FormerLink } from '../generated/sqlite/client.ts'

/** Mailed links that no longer work, with the reason. */
export function formerLinks(db: Db) {
  return {
    find: (codeHash: string): Promise<FormerLink | null> =>
      db.formerLink.findUnique({ where: { codeHash } }),

    insert: (link: FormerLink) => db.formerLink.create({ data: link }),

    /** Records that the link that replaced these was used. */
    markUsed: (flow: string, targetId: number) =>
      db.formerLink.updateMany({ where: { flow, targetId, used: false }, data: { used: true } }),

    /** Removes at most `limit` expired rows; returns the number removed. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.formerLink.findMany({
        where,
        take: limit,
        select: { codeHash: true },
      })
      const codeHash = { in: old.map((row) => row.codeHash) }
      return (await db.formerLink.deleteMany({ where: { ...where, codeHash } })).count
    },
  }
}

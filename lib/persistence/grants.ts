import type { Db } from './client.ts'
import type { Grant, Prisma } from './generated/sqlite/client.ts'

export type GrantRecord = Grant

/** What users granted clients; every token names its grant. */
export function grants(db: Db) {
  return {
    insert: (grant: Prisma.GrantUncheckedCreateInput) => db.grant.create({ data: grant }),

    findByIdentifier: (grantIdentifier: string) =>
      db.grant.findUnique({ where: { grantIdentifier } }),

    /** Keeps the row until the newest of its tokens has expired. */
    keepUntil: (id: number, expiresAt: Date) =>
      db.grant.updateMany({ where: { id, expiresAt: { lt: expiresAt } }, data: { expiresAt } }),

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

    /** Removes at most `limit` grants whose last token has expired; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const rows = await db.grant.findMany({
        where: { expiresAt: { lt: now }, refreshTokens: { none: {} }, codes: { none: {} } },
        take: limit,
        select: { id: true },
      })
      const { count } = await db.grant.deleteMany({
        where: { id: { in: rows.map((row) => row.id) } },
      })
      return count
    },
  }
}

import type { Db } from './client.ts'
import type { Code, Prisma } from './generated/sqlite/client.ts'

export type CodeRecord = Code

/** Authorization codes. */
export function codes(db: Db) {
  return {
    insert: (code: Prisma.CodeUncheckedCreateInput) => db.code.create({ data: code }),

    findByHash: (codeHash: string) =>
      db.code.findUnique({ where: { codeHash }, include: { grant: true } }),

    /** Spends the code: true for the one caller that found it neither spent nor revoked. */
    async spend(id: number, usedAt: Date): Promise<boolean> {
      const { count } = await db.code.updateMany({
        where: { id, used: false, revoked: false },
        data: { used: true, usedAt },
      })
      return count === 1
    },

    /** Marks codes revoked; returns how many were not before. */
    async revoke(where: Prisma.CodeWhereInput, revokedReason: string): Promise<number> {
      const { count } = await db.code.updateMany({
        where: { ...where, revoked: false },
        data: { revoked: true, revokedReason },
      })
      return count
    },

    /**
     * Removes at most `limit` codes that nothing needs any more: created before `before` and
     * without a refresh token that could still be presented. A redemption in progress also has a
     * spent code without a token, so `before` lies minutes back.
     */
    async removeFinished(before: Date, unusedBefore: Date, limit: number): Promise<number> {
      const rows = await db.code.findMany({
        where: {
          refreshTokens: { none: {} },
          OR: [
            { createdAt: { lt: before }, OR: [{ used: true }, { revoked: true }] },
            { createdAt: { lt: unusedBefore } },
          ],
        },
        orderBy: { createdAt: 'asc' },
        take: limit,
        select: { id: true },
      })
      const { count } = await db.code.deleteMany({
        where: { id: { in: rows.map((row) => row.id) }, refreshTokens: { none: {} } },
      })
      return count
    },
  }
}

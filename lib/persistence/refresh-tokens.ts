import type { Db } from './client.ts'
import type { Prisma, RefreshToken } from './generated/sqlite/client.ts'

export type RefreshTokenRecord = RefreshToken

/** Refresh tokens by their `jti`; the token itself is never stored. */
export function refreshTokens(db: Db) {
  return {
    insert: (token: Prisma.RefreshTokenUncheckedCreateInput) =>
      db.refreshToken.create({ data: token }),

    findByJti: (jti: string) =>
      db.refreshToken.findUnique({ where: { jti }, include: { grant: true, code: true } }),

    /** Rotates the token out: true for the one caller that found it live. */
    async rotate(id: number, revokedAt: Date): Promise<boolean> {
      const { count } = await db.refreshToken.updateMany({
        where: { id, revoked: false },
        data: { revoked: true, revokedAt, revokedReason: 'rotated' },
      })
      return count === 1
    },

    /**
     * Revokes live tokens and returns their `jti`s. Looks again until none is left: one that was
     * being rotated has a successor by the time its row is free.
     */
    async revoke(
      where: Prisma.RefreshTokenWhereInput,
      revokedAt: Date,
      revokedReason: string,
    ): Promise<string[]> {
      const jtis: string[] = []
      for (;;) {
        const live = await db.refreshToken.findMany({
          where: { ...where, revoked: false },
          select: { id: true, jti: true },
          orderBy: { id: 'asc' },
        })
        if (live.length === 0) return jtis
        await db.refreshToken.updateMany({
          where: { id: { in: live.map((row) => row.id) }, revoked: false },
          data: { revoked: true, revokedAt, revokedReason },
        })
        jtis.push(...live.map((row) => row.jti))
      }
    },

    /** Keeps live tokens usable past a change of credentials. */
    promote: (where: Prisma.RefreshTokenWhereInput, authStateGeneration: number) =>
      db.refreshToken.updateMany({
        where: { ...where, revoked: false },
        data: { authStateGeneration },
      }),

    /** Removes at most `limit` tokens past their end, revoked or not; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const rows = await db.refreshToken.findMany({
        where: { OR: [{ expiresAt: { lt: now } }, { maxLifetime: { lt: now } }] },
        take: limit,
        select: { id: true },
      })
      const { count } = await db.refreshToken.deleteMany({
        where: { id: { in: rows.map((row) => row.id) } },
      })
      return count
    },
  }
}

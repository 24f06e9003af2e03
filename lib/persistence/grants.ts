import type { Db } from './client.ts'
import type { Direct } from './direct.ts'
import type { Grant, Prisma } from './generated/sqlite/client.ts'
import type { NewRow } from './tables.ts'

export type GrantRecord = Grant

/** A grant to be stored: live unless it says otherwise. */
export type NewGrant = NewRow<GrantRecord, 'createdAt'>

/** What users granted clients; every token names its grant. */
export function grants(db: Db, sql: Direct) {
  return {
    insert: (grant: NewGrant): Promise<GrantRecord> => sql.insert('Grant', grant),

    findByIdentifier: (grantIdentifier: string): Promise<GrantRecord | null> =>
      sql.one('Grant', 'WHERE "grant_identifier" = ?', grantIdentifier),

    /** Keeps the row until the newest of its tokens has expired. */
    keepUntil: (id: number, expiresAt: Date): Promise<number> =>
      sql.change('Grant', { expiresAt }, 'WHERE "id" = ? AND "expires_at" < ?', id, expiresAt),

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

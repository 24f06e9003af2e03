import type { Db } from './client.ts'
import type { Direct } from './direct.ts'
import type { Grant, Prisma } from './generated/sqlite/client.ts'
import { removeByIds } from './removal.ts'
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

    /**
     * Removes at most `limit` grants that ended before `before`, with their codes; returns how many
     * went. One with a refresh token left stays until that is gone: a grant never ends before its
     * tokens, so none that ended after the oldest token is looked at.
     */
    async removeEnded(before: Date, limit: number): Promise<number> {
      const oldest = await db.refreshToken.findFirst({
        orderBy: { expiresAt: 'asc' },
        select: { expiresAt: true },
      })
      const end = oldest && oldest.expiresAt < before ? oldest.expiresAt : before
      const rows = await db.grant.findMany({
        where: { expiresAt: { lt: end }, refreshTokens: { none: {} } },
        orderBy: { expiresAt: 'asc' },
        take: limit,
        select: { id: true },
      })
      return removeByIds(db.grant, rows)
    },
  }
}

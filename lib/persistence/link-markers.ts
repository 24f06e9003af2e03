import type { Db } from './client.ts'
import type { Direct } from './direct.ts'
import type { LinkMarker, Prisma } from './generated/sqlite/client.ts'
import { removeByIds } from './removal.ts'

export type LinkMarkerRecord = LinkMarker

/** Links of mails that were followed in a browser. */
export function linkMarkers(db: Db, sql: Direct) {
  return {
    insert: (marker: Prisma.LinkMarkerUncheckedCreateInput) =>
      db.linkMarker.create({ data: marker }),

    findOfBrowser: (browserHash: string) => db.linkMarker.findUnique({ where: { browserHash } }),

    /** Binds a browser's marker to its new cookie. */
    rebind: (browserHash: string, newBrowserHash: string): Promise<number> =>
      sql.change(
        'LinkMarker',
        { browserHash: newBrowserHash },
        'WHERE "browser_hash" = ?',
        browserHash,
      ),

    removeOfBrowser: (browserHash: string) => db.linkMarker.deleteMany({ where: { browserHash } }),

    /** Removes at most `limit` expired markers; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.linkMarker.findMany({
        where,
        orderBy: { expiresAt: 'asc' },
        take: limit,
        select: { id: true },
      })
      return removeByIds(db.linkMarker, old)
    },
  }
}

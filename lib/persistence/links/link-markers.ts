import type { Db } from '../client.ts'
import type { LinkMarker, Prisma } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'

export type LinkMarkerRecord = LinkMarker

/** Mailed links that were followed in a browser. */
export function linkMarkers(db: Db) {
  return {
    insert: (marker: Prisma.LinkMarkerUncheckedCreateInput) =>
      db.linkMarker.create({ data: marker }),

    /**
     * The link that was followed last.
     * @param browserHashes of all secrets of the browser's cookie
     */
    findOfBrowser: (browserHashes: readonly string[]) =>
      db.linkMarker.findFirst({
        where: { browserHash: { in: [...browserHashes] } },
        orderBy: { id: 'desc' },
      }),

    removeOfBrowser: (browserHashes: readonly string[]) =>
      db.linkMarker.deleteMany({ where: { browserHash: { in: [...browserHashes] } } }),

    /** Removes at most `limit` expired markers; returns the number removed. */
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

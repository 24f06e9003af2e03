import type { Db } from './client.ts'
import type { Ceremony, Prisma } from './generated/sqlite/client.ts'

export type CeremonyRecord = Ceremony
export type NewCeremony = Prisma.CeremonyUncheckedCreateInput
export type CeremonyChange = Prisma.CeremonyUncheckedUpdateManyInput

/** Sign-ins in progress, and the hand-over of a POSTed authorization request. */
export function ceremonies(db: Db) {
  return {
    insert: (ceremony: NewCeremony) => db.ceremony.create({ data: ceremony }),

    findByIdentifier: (ceremonyIdentifier: string) =>
      db.ceremony.findUnique({ where: { ceremonyIdentifier } }),

    /**
     * Changes a ceremony only if nobody has changed it since it was read.
     * @returns the ceremony as changed, or null when another submit was first
     */
    async change(ceremony: CeremonyRecord, change: CeremonyChange): Promise<CeremonyRecord | null> {
      const version = ceremony.version + 1
      const { count } = await db.ceremony.updateMany({
        where: { id: ceremony.id, version: ceremony.version },
        data: { ...change, version },
      })
      return count === 1 ? db.ceremony.findUnique({ where: { id: ceremony.id } }) : null
    },

    /** Binds every ceremony of one browser to its new cookie. */
    rebind: (browserHash: string, newBrowserHash: string) =>
      db.ceremony.updateMany({ where: { browserHash }, data: { browserHash: newBrowserHash } }),

    /** Drops the ceremonies of a browser that signs out. */
    removeOfBrowser: (browserHash: string) => db.ceremony.deleteMany({ where: { browserHash } }),

    insertHandover: (handover: Prisma.AuthorizeHandoverUncheckedCreateInput) =>
      db.authorizeHandover.create({ data: handover }),

    /** Takes a hand-over away: its parameters for the first caller, null for everyone after. */
    async takeHandover(handleHash: string, now: Date): Promise<string | null> {
      const row = await db.authorizeHandover.findUnique({ where: { handleHash } })
      if (!row) return null
      const { count } = await db.authorizeHandover.deleteMany({ where: { id: row.id } })
      return count === 1 && row.expiresAt > now ? row.parameters : null
    },

    /** Removes at most `limit` expired ceremonies and hand-overs each; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.ceremony.findMany({ where, take: limit, select: { id: true } })
      const ceremoniesGone = await db.ceremony.deleteMany({
        where: { id: { in: old.map((row) => row.id) } },
      })
      const stale = await db.authorizeHandover.findMany({
        where,
        take: limit,
        select: { id: true },
      })
      const handoversGone = await db.authorizeHandover.deleteMany({
        where: { id: { in: stale.map((row) => row.id) } },
      })
      return ceremoniesGone.count + handoversGone.count
    },
  }
}

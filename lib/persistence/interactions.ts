import type { Db } from './client.ts'
import { firstOrNull } from './database/results.ts'
import type { NewRow, Queries } from './database/tables.ts'
import type { Interaction, Prisma } from './generated/sqlite/client.ts'
import { removeByIds } from './removal.ts'

export type InteractionRecord = Interaction
/** What a new interaction is made of; facts that are not proven yet may be left out. */
export type NewInteraction = NewRow<'interactions'>

/** Facts that a step proves. */
export type InteractionChange = Partial<Omit<Interaction, 'id' | 'version' | 'createdAt'>>

/** Sign-ins in progress, and the stored request of a POSTed authorization request. */
export function interactions(db: Db, queries: Queries) {
  return {
    insert: (interaction: NewInteraction): Promise<InteractionRecord> =>
      queries
        .insertInto('interactions')
        .values(interaction)
        .returningAll()
        .executeTakeFirstOrThrow(),

    findByIdentifier: (interactionIdentifier: string): Promise<InteractionRecord | null> =>
      firstOrNull(
        queries
          .selectFrom('interactions')
          .selectAll()
          .where('interactionIdentifier', '=', interactionIdentifier),
      ),

    /**
     * Changes an interaction only if nobody has changed it since it was read.
     * @returns the interaction as changed, or null when another submit was first
     */
    change(
      { id, version }: InteractionRecord,
      change: InteractionChange,
    ): Promise<InteractionRecord | null> {
      return firstOrNull(
        queries
          .updateTable('interactions')
          .set({ ...change, version: version + 1 })
          .where('id', '=', id)
          .where('version', '=', version)
          .returningAll(),
      )
    },

    /** Drops the interactions of a browser that signs out. @param browserHashes of all secrets of its cookie */
    removeOfBrowser: (browserHashes: readonly string[]) =>
      db.interaction.deleteMany({ where: { browserHash: { in: [...browserHashes] } } }),

    insertRequest: (request: Prisma.StoredAuthorizationRequestUncheckedCreateInput) =>
      db.storedAuthorizationRequest.create({ data: request }),

    /** Takes a stored request away: its parameters for the first caller, null for everyone after. */
    async consumeRequest(handleHash: string, now: Date): Promise<string | null> {
      const row = await db.storedAuthorizationRequest.findUnique({ where: { handleHash } })
      if (!row) return null
      const { count } = await db.storedAuthorizationRequest.deleteMany({ where: { id: row.id } })
      return count === 1 && row.expiresAt > now ? row.parameters : null
    },

    /** How many sign-ins there are, and about how much they take together: from an index. */
    async total(): Promise<{ readonly rows: number; readonly bytes: number }> {
      const { _count, _sum } = await db.interaction.aggregate({
        _count: true,
        _sum: { sizeBytes: true },
      })
      return { rows: _count, bytes: _sum.sizeBytes ?? 0 }
    },

    /** Removes the `limit` oldest, those in which nobody has signed in if there are any; returns how many went. */
    async removeOldest(limit: number): Promise<number> {
      const oldest = { orderBy: { id: 'asc' }, take: limit, select: { id: true } } as const
      const anonymous = await db.interaction.findMany({ where: { userId: null }, ...oldest })
      return removeByIds(
        db.interaction,
        anonymous.length > 0 ? anonymous : await db.interaction.findMany(oldest),
      )
    },

    /** Removes the oldest stored requests but for so many, in batches. */
    async removeRequestsBeyond(kept: number, batchSize: number): Promise<void> {
      let excess = (await db.storedAuthorizationRequest.count()) - kept
      while (excess > 0) {
        const oldest = await db.storedAuthorizationRequest.findMany({
          orderBy: { id: 'asc' },
          take: Math.min(excess, batchSize),
          select: { id: true },
        })
        if (oldest.length === 0) return
        await removeByIds(db.storedAuthorizationRequest, oldest)
        excess -= oldest.length
      }
    },

    /** Removes at most `limit` expired interactions and stored requests each; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      // Along the index: rows that were removed before are not walked through again.
      const oldest = {
        where: { expiresAt: { lt: now } },
        orderBy: { expiresAt: 'asc' },
        take: limit,
        select: { id: true },
      } as const
      const gone = await removeByIds(db.interaction, await db.interaction.findMany(oldest))
      const requests = await db.storedAuthorizationRequest.findMany(oldest)
      return gone + (await removeByIds(db.storedAuthorizationRequest, requests))
    },
  }
}

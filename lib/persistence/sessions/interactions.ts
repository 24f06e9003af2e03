import type { Db } from '../client.ts'
import { firstOrNull } from '../database/results.ts'
import type { NewRow, Queries } from '../database/tables.ts'
import type { Interaction, Prisma } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'

export type InteractionRecord = Interaction
/** A new interaction; state that is not proven yet may be omitted. */
export type NewInteraction = NewRow<'interactions'>

/** State that a step proves. */
export type InteractionChange = Partial<Omit<Interaction, 'id' | 'version' | 'createdAt'>>

/** Sign-ins in progress, and the stored requests of POSTed authorization requests. */
export function interactions(queries: Queries) {
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
     * Changes an interaction only if its version is unchanged since it was read.
     * @returns the changed interaction, or null when another submit came first
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
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminInteractions(db: Db, queries: Queries) {
  const base: ReturnType<typeof interactions> = interactions(queries)
  return {
    ...base,

    /**
     * Removes the interactions of a browser that signs out.
     * @param browserHashes of all secrets of its cookie
     */
    removeOfBrowser: (browserHashes: readonly string[]) =>
      db.interaction.deleteMany({ where: { browserHash: { in: [...browserHashes] } } }),

    insertRequest: (request: Prisma.StoredAuthorizationRequestUncheckedCreateInput) =>
      db.storedAuthorizationRequest.create({ data: request }),

    /** Consumes a stored request: its parameters for the first caller, null for later ones. */
    async consumeRequest(handleHash: string, now: Date): Promise<string | null> {
      const row = await db.storedAuthorizationRequest.findUnique({ where: { handleHash } })
      if (!row) return null
      const { count } = await db.storedAuthorizationRequest.deleteMany({ where: { id: row.id } })
      return count === 1 && row.expiresAt > now ? row.parameters : null
    },

    /** Number and approximate size of all sign-ins in progress, read from an index. */
    async total(): Promise<{ readonly rows: number; readonly bytes: number }> {
      const { _count, _sum } = await db.interaction.aggregate({
        _count: true,
        _sum: { sizeBytes: true },
      })
      return { rows: _count, bytes: _sum.sizeBytes ?? 0 }
    },

    /** Removes the `limit` oldest interactions, unauthenticated ones if there are any; returns the number removed. */
    async removeOldest(limit: number): Promise<number> {
      const oldest = { orderBy: { id: 'asc' }, take: limit, select: { id: true } } as const
      const anonymous = await db.interaction.findMany({ where: { userId: null }, ...oldest })
      return removeByIds(
        db.interaction,
        anonymous.length > 0 ? anonymous : await db.interaction.findMany(oldest),
      )
    },

    /** Removes the oldest stored requests in batches until `kept` remain. */
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

    /** Removes at most `limit` expired interactions, and as many stored requests; returns the number removed. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      // Sorted along the index, so that previously removed rows are not scanned again.
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

import { firstOrNull } from '../database/results.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** A sign-in in progress. */
export type InteractionRecord = Row<'interactions'>

/** A new interaction; state that is not proven yet may be omitted. */
export type NewInteraction = NewRow<'interactions'>

/** State that a step proves. */
export type InteractionChange = Partial<Omit<InteractionRecord, 'id' | 'version' | 'createdAt'>>

export function insert(queries: Queries, interaction: NewInteraction): Promise<InteractionRecord> {
  return queries
    .insertInto('interactions')
    .values(interaction)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findByIdentifier(
  queries: Queries,
  interactionIdentifier: string,
): Promise<InteractionRecord | null> {
  return firstOrNull(
    queries
      .selectFrom('interactions')
      .selectAll()
      .where('interactionIdentifier', '=', interactionIdentifier),
  )
}

/**
 * Changes an interaction only if its version is unchanged since it was read.
 * @returns the changed interaction, or null when another submit came first
 */
export function change(
  queries: Queries,
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
}

/** Removes at most `limit` expired interactions, and as many stored requests; returns the number removed. */
export async function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  const removed = await removeExpiredRows(queries, 'interactions', now, limit)
  return removed + (await removeExpiredRows(queries, 'storedAuthorizationRequests', now, limit))
}

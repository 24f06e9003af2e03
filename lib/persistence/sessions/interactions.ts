import { prepared, preparedByColumns, type ValueOf } from '../database/prepared.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** A sign-in in progress. */
export type InteractionRecord = Row<'interactions'>

/** A new interaction; state that is not proven yet may be omitted. */
export type NewInteraction = NewRow<'interactions'>

/** State that a step proves. */
export type InteractionChange = Partial<Omit<InteractionRecord, 'id' | 'version' | 'createdAt'>>

const insertRow = preparedByColumns((queries, row: NewInteraction) =>
  queries.insertInto('interactions').values(row).returningAll(),
)

export function insert(queries: Queries, interaction: NewInteraction): Promise<InteractionRecord> {
  return insertRow.one(queries, interaction)
}

const selectByIdentifier = prepared((queries, value: ValueOf<{ identifier: string }>) =>
  queries
    .selectFrom('interactions')
    .selectAll()
    .where('interactionIdentifier', '=', value('identifier')),
)

export function findByIdentifier(
  queries: Queries,
  identifier: string,
): Promise<InteractionRecord | null> {
  return selectByIdentifier.first(queries, { identifier })
}

/** Columns to set, and the row that they are set in. */
type ChangeOfRow = InteractionChange & {
  readonly version: number
  readonly changedId: number
  readonly changedVersion: number
}

const updateRow = preparedByColumns(
  (queries, { changedId, changedVersion, ...columns }: ChangeOfRow) =>
    queries
      .updateTable('interactions')
      .set(columns)
      .where('id', '=', changedId)
      .where('version', '=', changedVersion)
      .returningAll(),
)

/**
 * Changes an interaction only if its version is unchanged since it was read.
 * @returns the changed interaction, or null when another submit came first
 */
export function change(
  queries: Queries,
  { id, version }: InteractionRecord,
  change: InteractionChange,
): Promise<InteractionRecord | null> {
  return updateRow.first(queries, {
    ...change,
    version: version + 1,
    changedId: id,
    changedVersion: version,
  })
}

/** Removes at most `limit` expired interactions, and as many stored requests; returns the number removed. */
export async function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  const removed = await removeExpiredRows(queries, 'interactions', now, limit)
  return removed + (await removeExpiredRows(queries, 'storedAuthorizationRequests', now, limit))
}

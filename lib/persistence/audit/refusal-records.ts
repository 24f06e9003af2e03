import { deletedRows, firstOrNull } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'

export type RefusalRecord = Row<'refusalRecords'>
export type NewRefusalRecord = Omit<RefusalRecord, 'id'>

/** An absent field matches every record. */
export interface RefusalFilter {
  readonly requestId?: string | undefined
  readonly clientId?: number | undefined
  readonly userId?: number | undefined
  readonly rule?: string | undefined
  readonly endpoint?: string | undefined
  readonly from?: Date | undefined
  readonly before?: Date | undefined
}

/** Inserts records in one statement, and returns their ids in the same order. */
export async function insertAll(
  queries: Queries,
  records: readonly NewRefusalRecord[],
): Promise<number[]> {
  const rows = await queries
    .insertInto('refusalRecords')
    .values([...records])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Adds further refusals to the count of a record. */
export async function addRepeats(
  queries: Queries,
  id: number,
  repeats: number,
  lastAt: Date,
): Promise<void> {
  await queries
    .updateTable('refusalRecords')
    .set((eb) => ({ repeats: eb('repeats', '+', repeats), lastAt }))
    .where('id', '=', id)
    .execute()
}

export function find(queries: Queries, id: number): Promise<RefusalRecord | null> {
  return firstOrNull(queries.selectFrom('refusalRecords').selectAll().where('id', '=', id))
}

/**
 * Records, the newest first.
 * @param after the id of a record: only older ones
 */
export function list(
  queries: Queries,
  filter: RefusalFilter,
  after: number | undefined,
  limit: number,
): Promise<RefusalRecord[]> {
  let query = queries.selectFrom('refusalRecords').selectAll()
  for (const name of ['requestId', 'clientId', 'userId', 'rule', 'endpoint'] as const) {
    const value = filter[name]
    if (value !== undefined) query = query.where(name, '=', value)
  }
  if (filter.from) query = query.where('createdAt', '>=', filter.from)
  if (filter.before) query = query.where('createdAt', '<', filter.before)
  if (after !== undefined) query = query.where('id', '<', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Removes at most `limit` records older than `before`; returns the number removed. */
export function removeOlderThan(queries: Queries, before: Date, limit: number): Promise<number> {
  return deletedRows(
    queries
      .deleteFrom('refusalRecords')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('refusalRecords')
          .select('id')
          .where('createdAt', '<', before)
          .orderBy('createdAt')
          .orderBy('id')
          .limit(limit),
      ),
  )
}

/** Removes at most `limit` of the records beyond the newest `kept`; returns the number removed. */
export async function removeBeyond(queries: Queries, kept: number, limit: number): Promise<number> {
  const first = await firstOrNull(
    queries.selectFrom('refusalRecords').select('id').orderBy('id', 'desc').offset(kept).limit(1),
  )
  if (!first) return 0
  return deletedRows(
    queries
      .deleteFrom('refusalRecords')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('refusalRecords')
          .select('id')
          .where('id', '<=', first.id)
          .orderBy('id')
          .limit(limit),
      ),
  )
}

/** Removes a user, whose account is removed, from the records. */
export async function forgetUser(queries: Queries, userId: number): Promise<void> {
  await queries
    .updateTable('refusalRecords')
    .set({ userId: null })
    .where('userId', '=', userId)
    .execute()
}

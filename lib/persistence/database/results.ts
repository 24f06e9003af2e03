import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely'
import type { Queries, Tables } from './tables.ts'

/** A query whose first row is read. */
interface First<R> {
  executeTakeFirst(): Promise<R | undefined>
}

export async function firstOrNull<R>(query: First<R>): Promise<R | null> {
  return (await query.executeTakeFirst()) ?? null
}

/** The number of rows that an update changed. */
export async function updatedRows(query: First<UpdateResult>): Promise<number> {
  return Number((await query.executeTakeFirst())?.numUpdatedRows ?? 0)
}

/** The number of rows that a deletion removed. */
export async function deletedRows(query: First<DeleteResult>): Promise<number> {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0)
}

/** True when a query finds a row. Reads at most one. */
export async function exists<T extends keyof Tables, R>(
  query: SelectQueryBuilder<Tables, T, R>,
): Promise<boolean> {
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** The number of rows that a query finds; counting stops at a limit. */
export async function countUpTo<T extends keyof Tables, R>(
  queries: Queries,
  query: SelectQueryBuilder<Tables, T, R>,
  limit: number,
): Promise<number> {
  const counted = await queries
    .selectFrom(query.limit(limit).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(counted?.count ?? 0)
}

/** Locks the rows of a query with `for update` or similar in one statement, without reading them. */
export async function lockRows<T extends keyof Tables, R>(
  queries: Queries,
  query: SelectQueryBuilder<Tables, T, R>,
): Promise<void> {
  await queries
    .selectFrom(query.as('locked'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute()
}

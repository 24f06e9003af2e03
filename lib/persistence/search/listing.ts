import { sql } from 'kysely'
import { wordFinder } from '#lib/base/text/folding.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import type { Queries, Sql } from '../database/tables.ts'
import { skipBefore } from './paging.ts'

/** The wanted part of a list: one page, or the ids of all its entries. */
export type Part = { readonly page: number; readonly size: number } | { readonly most: number }

/** Ids in the order of the list, and the number of entries on all pages. */
export interface ListedIds {
  readonly ids: readonly number[]
  readonly total: number
}

export type Direction = 'asc' | 'desc'

/** A list of rows of one table; every name in it is trusted. */
export interface Listing {
  /** The table, and its joins. */
  readonly from: Sql
  /** The column with the id of an entry. */
  readonly id: Sql
  readonly condition: Sql
  /** The columns of the sort; the id always follows them. */
  readonly order: Sql
}

/** The entries of a part: a page, or the first `most` ids. The total counts every entry. */
export async function listedIds(
  queries: Queries,
  listing: Listing,
  part: Part,
): Promise<ListedIds> {
  const { from, id, condition } = listing
  const limit = 'most' in part ? part.most : part.size
  const skip = 'most' in part ? 0 : skipBefore(part.page, part.size)
  const { rows } = await sql<{ id: number }>`SELECT ${id} AS "id"
    FROM ${from} WHERE ${condition} ORDER BY ${sorted(listing)} LIMIT ${limit} OFFSET ${skip}`.execute(
    queries,
  )
  const { rows: counted } = await sql<{ total: number }>`
    SELECT COUNT(*) AS "total" FROM ${from} WHERE ${condition}`.execute(queries)
  return { ids: rows.map((row) => row.id), total: counted[0]?.total ?? 0 }
}

/**
 * Like `listedIds`, for entries with every word in one of some columns, after `foldText`. The program reads and
 * compares every row, so this is for tables of some thousands.
 * @param typed '' for every entry
 */
export async function foundIds(
  queries: Queries,
  listing: Listing,
  { columns, typed }: { readonly columns: readonly string[]; readonly typed: string },
  part: Part,
): Promise<ListedIds> {
  const text = withoutInvisible(typed)
  if (text === '') return listedIds(queries, listing, part)
  const { from, id, condition } = listing
  const texts = sql.raw(columns.join(" || ' ' || "))
  const { rows } = await sql<{ id: number; text: string }>`
    SELECT ${id} AS "id", ${texts} AS "text" FROM ${from} WHERE ${condition}
    ORDER BY ${sorted(listing)}`.execute(queries)
  const isFound = wordFinder(text)
  const found = rows.filter((row) => isFound(row.text)).map((row) => row.id)
  const skip = 'most' in part ? 0 : skipBefore(part.page, part.size)
  const limit = 'most' in part ? part.most : part.size
  return { ids: found.slice(skip, skip + limit), total: found.length }
}

/** A sort by one column. Empty times sort like the earliest time. */
export function by(column: string, direction: Direction, isNullable = false): Sql {
  const way = direction === 'desc' ? 'DESC' : 'ASC'
  const nulls = direction === 'desc' ? 'NULLS LAST' : 'NULLS FIRST'
  return sql.raw(`${column} ${way}${isNullable ? ` ${nulls}` : ''}`)
}

/** Joins several conditions; absent ones do not count. */
export function allOf(conditions: readonly (Sql | null | undefined)[]): Sql {
  const set = conditions.filter((condition) => condition !== null && condition !== undefined)
  return set.length === 0 ? sql`TRUE` : sql.join(set, sql` AND `)
}

/** The condition that a column has a value; absent for any. */
export function equals(column: string, value: boolean | undefined): Sql | null {
  return value === undefined ? null : sql`${sql.raw(column)} = ${value}`
}

/** The condition that an id is one of some; absent for any. */
export function among(column: string, ids: readonly number[] | undefined): Sql | null {
  if (!ids) return null
  if (ids.length === 0) return sql`FALSE`
  return sql`${sql.raw(column)} IN (${sql.join([...ids])})`
}

/** The condition that a time is this one or later; absent for any. */
export function since(column: string, moment: Date | undefined): Sql | null {
  return moment ? sql`${sql.raw(column)} >= ${moment}` : null
}

/** The condition that a time is earlier than this one; absent for any. */
export function before(column: string, moment: Date | undefined): Sql | null {
  return moment ? sql`${sql.raw(column)} < ${moment}` : null
}

/** The condition that a time is earlier than this one, or not known; absent for any. */
export function beforeOrNever(column: string, moment: Date | undefined): Sql | null {
  return moment ? sql`(${sql.raw(column)} IS NULL OR ${before(column, moment)})` : null
}

/** The condition that a time is, or is not, unknown; absent for any. */
export function never(column: string, value: boolean | undefined): Sql | null {
  return value === undefined ? null : sql.raw(`${column} IS ${value ? '' : 'NOT '}NULL`)
}

function sorted({ order, id }: Listing): Sql {
  return sql`${order}, ${id}`
}

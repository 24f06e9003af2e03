import { wordFinder } from '#lib/base/text/folding.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import type { Db } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { skipBefore } from './paging.ts'

/** The part of a list that is wanted: one page, or the ids of all its entries. */
export type Part = { readonly page: number; readonly size: number } | { readonly most: number }

/** Ids in the order of the list, and the number of entries on all pages. */
export interface ListedIds {
  readonly ids: readonly number[]
  readonly total: number
}

export type Direction = 'asc' | 'desc'

/** A list of rows of one table; every name in it is trusted. */
export interface Listing {
  /** The table, and what its rows are joined with. */
  readonly from: Prisma.Sql
  /** The column with the id of an entry. */
  readonly id: Prisma.Sql
  readonly condition: Prisma.Sql
  /** What the rows are sorted by, without the id, which always comes last. */
  readonly order: Prisma.Sql
}

/** The entries of a part. Of all entries none beyond `most` are given: the total says that there are more. */
export async function listedIds(db: Db, listing: Listing, part: Part): Promise<ListedIds> {
  const { from, id, condition } = listing
  const limit = 'most' in part ? part.most : part.size
  const skip = 'most' in part ? 0 : skipBefore(part.page, part.size)
  const rows = await db.$queryRaw<{ id: number | bigint }[]>`SELECT ${id} AS "id"
    FROM ${from} WHERE ${condition} ORDER BY ${sorted(listing)} LIMIT ${limit} OFFSET ${skip}`
  const counted = await db.$queryRaw<{ total: number | bigint }[]>`
    SELECT COUNT(*) AS "total" FROM ${from} WHERE ${condition}`
  return { ids: rows.map((row) => Number(row.id)), total: Number(counted[0]?.total ?? 0) }
}

/**
 * As `listedIds`, of the entries with every word in one of some columns, after `foldText`. The program reads and
 * compares every row, so this is for tables of some thousands.
 * @param typed '' for every entry
 */
export async function foundIds(
  db: Db,
  listing: Listing,
  { columns, typed }: { readonly columns: readonly string[]; readonly typed: string },
  part: Part,
): Promise<ListedIds> {
  const text = withoutInvisible(typed)
  if (text === '') return listedIds(db, listing, part)
  const { from, id, condition } = listing
  const texts = Prisma.raw(columns.join(" || ' ' || "))
  const rows = await db.$queryRaw<{ id: number | bigint; text: string }[]>`
    SELECT ${id} AS "id", ${texts} AS "text" FROM ${from} WHERE ${condition}
    ORDER BY ${sorted(listing)}`
  const isFound = wordFinder(text)
  const found = rows.filter((row) => isFound(row.text)).map((row) => Number(row.id))
  const skip = 'most' in part ? 0 : skipBefore(part.page, part.size)
  const limit = 'most' in part ? part.most : part.size
  return { ids: found.slice(skip, skip + limit), total: found.length }
}

/** A sort by one column. Empty times stand where the longest ago would. */
export function by(column: string, direction: Direction, isNullable = false): Prisma.Sql {
  const way = direction === 'desc' ? 'DESC' : 'ASC'
  const nulls = direction === 'desc' ? 'NULLS LAST' : 'NULLS FIRST'
  return Prisma.raw(`${column} ${way}${isNullable ? ` ${nulls}` : ''}`)
}

/** The condition of several, of which absent ones do not count. */
export function allOf(conditions: readonly (Prisma.Sql | null | undefined)[]): Prisma.Sql {
  const set = conditions.filter((condition) => condition !== null && condition !== undefined)
  return set.length === 0 ? Prisma.sql`TRUE` : Prisma.join(set, ' AND ')
}

/** The condition that a column has a value; absent for any. */
export function equals(column: string, value: boolean | undefined): Prisma.Sql | null {
  return value === undefined ? null : Prisma.sql`${Prisma.raw(column)} = ${value}`
}

/** The condition that an id is one of some; absent for any. */
export function among(column: string, ids: readonly number[] | undefined): Prisma.Sql | null {
  if (!ids) return null
  if (ids.length === 0) return Prisma.sql`FALSE`
  return Prisma.sql`${Prisma.raw(column)} IN (${Prisma.join([...ids])})`
}

function sorted({ order, id }: Listing): Prisma.Sql {
  return Prisma.sql`${order}, ${id}`
}

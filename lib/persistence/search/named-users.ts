import { sql } from 'kysely'
import type { Provider } from '../database/provider.ts'
import type { Queries, Sql } from '../database/tables.ts'
import type { UserRecord } from '../users/users.ts'
import { type Slice, sliceOf, walkToSlice } from './name-order.ts'
import { inOrderOf, skipBefore } from './paging.ts'

/** Rows that refer to users: the members of a group, or the holders of a permission. */
export interface Naming {
  readonly table: 'user_groups' | 'user_permissions'
  readonly column: 'group_id' | 'permission_id'
  readonly id: number
}

interface Page {
  readonly page: number
  readonly size: number
}

/** Up to this number, users are sorted. For more, scanning all users in order is faster. */
const defaultMaxSorted = 5_000

/**
 * One page of the named users, ordered by given name and id, and their total number.
 * @param maxSorted the largest number of users to sort
 */
export async function namedUsers(
  queries: Queries,
  provider: Provider,
  naming: Naming,
  { page, size }: Page,
  maxSorted = defaultMaxSorted,
): Promise<{ users: UserRecord[]; total: number }> {
  const { table, column, id } = naming
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS "total" FROM ${sql.raw(`"${table}" WHERE "${column}" =`)} ${id}`.execute(
    queries,
  )
  const total = rows[0]?.total ?? 0
  const slice = { skip: skipBefore(page, size), take: size }
  if (slice.skip >= total) return { users: [], total }
  const ids =
    total <= maxSorted
      ? await sortedIds(queries, naming, slice)
      : await idsInOrder(queries, provider, naming, slice, total)
  return {
    users: inOrderOf(
      ids,
      await queries.selectFrom('users').selectAll().where('id', 'in', ids).execute(),
    ),
    total,
  }
}

async function sortedIds(
  queries: Queries,
  { table, column, id }: Naming,
  { skip, take }: Slice,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT "user_texts"."user_id" AS "id" FROM ${sql.raw(`"${table}" JOIN "user_texts"
      ON "user_texts"."user_id" = "${table}"."user_id" WHERE "${table}"."${column}" =`)} ${id}
    ORDER BY "user_texts"."given_name", "user_texts"."user_id" LIMIT ${take} OFFSET ${skip}`.execute(
    queries,
  )
  return rows.map((row) => row.id)
}

async function idsInOrder(
  queries: Queries,
  provider: Provider,
  naming: Naming,
  slice: Slice,
  total: number,
): Promise<number[]> {
  if (provider === 'sqlite') return walkToSlice(queries, isNamed(naming), slice, total)
  const fromEnd = Math.min(slice.skip, total - slice.skip)
  const condition = fromEnd * 10 < total ? isNamedSoon(naming) : isNamed(naming)
  return sliceOf(queries, condition, slice, total)
}

/**
 * A condition checked user by user: `IS TRUE` keeps it from becoming a join, which would sort all users. PostgreSQL may
 * still collect all named users first.
 */
function isNamed(naming: Naming): Sql {
  return sql`EXISTS (SELECT 1 ${rowOfUser(naming)}) IS TRUE`
}

/** The same for a few users: PostgreSQL collects nothing first. */
function isNamedSoon(naming: Naming): Sql {
  return sql`(SELECT TRUE ${rowOfUser(naming)})`
}

function rowOfUser({ table, column, id }: Naming): Sql {
  return sql`FROM ${sql.raw(`"${table}" WHERE
    "${table}"."user_id" = "user_texts"."user_id" AND "${table}"."${column}" =`)} ${id}`
}

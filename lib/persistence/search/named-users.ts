import type { Provider } from '../database/provider.ts'
import type { Db } from '../database/sources.ts'
import { Prisma, type User } from '../generated/sqlite/client.ts'
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
  db: Db,
  provider: Provider,
  naming: Naming,
  { page, size }: Page,
  maxSorted = defaultMaxSorted,
): Promise<{ users: User[]; total: number }> {
  const { table, column, id } = naming
  const rows = await db.$queryRaw<{ total: number | bigint }[]>`
    SELECT COUNT(*) AS "total" FROM ${Prisma.raw(`"${table}" WHERE "${column}" =`)} ${id}`
  const total = Number(rows[0]?.total ?? 0)
  const slice = { skip: skipBefore(page, size), take: size }
  if (slice.skip >= total) return { users: [], total }
  const ids =
    total <= maxSorted
      ? await sortedIds(db, naming, slice)
      : await idsInOrder(db, provider, naming, slice, total)
  return { users: inOrderOf(ids, await db.user.findMany({ where: { id: { in: ids } } })), total }
}

async function sortedIds(
  db: Db,
  { table, column, id }: Naming,
  { skip, take }: Slice,
): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number | bigint }[]>`
    SELECT "user_texts"."user_id" AS "id" FROM ${Prisma.raw(`"${table}" JOIN "user_texts"
      ON "user_texts"."user_id" = "${table}"."user_id" WHERE "${table}"."${column}" =`)} ${id}
    ORDER BY "user_texts"."given_name", "user_texts"."user_id" LIMIT ${take} OFFSET ${skip}`
  return rows.map((row) => Number(row.id))
}

async function idsInOrder(
  db: Db,
  provider: Provider,
  naming: Naming,
  slice: Slice,
  total: number,
): Promise<number[]> {
  if (provider === 'sqlite') return walkToSlice(db, isNamed(naming), slice, total)
  const fromEnd = Math.min(slice.skip, total - slice.skip)
  const condition = fromEnd * 10 < total ? isNamedSoon(naming) : isNamed(naming)
  return sliceOf(db, condition, slice, total)
}

/**
 * A condition checked user by user: `IS TRUE` keeps it from becoming a join, which would sort all users. PostgreSQL may
 * still collect all named users first.
 */
function isNamed(naming: Naming): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 ${rowOfUser(naming)}) IS TRUE`
}

/** The same for a few users: PostgreSQL collects nothing first. */
function isNamedSoon(naming: Naming): Prisma.Sql {
  return Prisma.sql`(SELECT TRUE ${rowOfUser(naming)})`
}

function rowOfUser({ table, column, id }: Naming): Prisma.Sql {
  return Prisma.sql`FROM ${Prisma.raw(`"${table}" WHERE
    "${table}"."user_id" = "user_texts"."user_id" AND "${table}"."${column}" =`)} ${id}`
}

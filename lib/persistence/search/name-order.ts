import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queries, Sql } from '../database/tables.ts'

/** Consecutive users in the order of lists: by given name, then by id. */
export interface Slice {
  /** The number of users before the slice. */
  readonly skip: number
  readonly take: number
}

/** Users that one statement scans. SQLite blocks the process during a statement. */
const defaultPieceSize = 20_000

interface Place {
  readonly givenName: string
  readonly id: number
}

type Direction = 'ASC' | 'DESC'

/** The users between two places: after the first, up to and including the last; null for an open end. */
interface Piece {
  readonly after: Place | null
  readonly last: Place | null
}

const everybody: Piece = { after: null, last: null }

/**
 * Scans the users that meet a condition in pieces. The cost is proportional to all users, and no event loop turn is
 * longer than one piece.
 * @param condition on the columns of `user_texts`
 * @returns the ids of the slice, and the number of users that meet the condition
 */
export async function walkAll(
  queries: Queries,
  condition: Sql,
  slice: Slice,
  pieceSize = defaultPieceSize,
): Promise<{ ids: number[]; total: number }> {
  return walk(queries, { condition, slice, pieceSize, direction: 'ASC', isEnough: () => false })
}

/**
 * Like `walkAll` for a known total: begins at the nearer end and stops after the slice. For SQLite; on PostgreSQL
 * `sliceOf` is as fast.
 * @param total number of users that meet the condition
 */
export async function walkToSlice(
  queries: Queries,
  condition: Sql,
  wanted: Slice,
  total: number,
  pieceSize = defaultPieceSize,
): Promise<number[]> {
  return fromNearerEnd(wanted, total, async (slice, direction) => {
    const isEnough = (found: number) => found === slice.take
    return (await walk(queries, { condition, slice, pieceSize, direction, isEnough })).ids
  })
}

/**
 * Like `walkToSlice` in one statement. For PostgreSQL, where a long statement blocks no other work, and for conditions
 * that need only the index.
 * @param total number of users that meet the condition
 */
export async function sliceOf(
  queries: Queries,
  condition: Sql,
  wanted: Slice,
  total: number,
): Promise<number[]> {
  return fromNearerEnd(wanted, total, (slice, direction) =>
    idsOf(queries, usersOf(everybody, condition, direction), slice, direction),
  )
}

async function fromNearerEnd(
  { skip, take }: Slice,
  total: number,
  find: (slice: Slice, direction: Direction) => Promise<number[]>,
): Promise<number[]> {
  const count = Math.min(take, total - skip)
  if (count <= 0) return []
  const after = total - skip - count
  if (skip <= after) return find({ skip, take: count }, 'ASC')
  return (await find({ skip: after, take: count }, 'DESC')).reverse()
}

interface Walk {
  readonly condition: Sql
  readonly slice: Slice
  readonly pieceSize: number
  readonly direction: Direction
  /** @param found number of ids found for the slice */
  isEnough(found: number): boolean
}

async function walk(queries: Queries, { condition, slice, pieceSize, direction, isEnough }: Walk) {
  const { skip, take } = slice
  const ids: number[] = []
  let total = 0
  let after: Place | null = null
  do {
    const last: Place | null = await endOfPiece(queries, { after, direction, pieceSize })
    const users = usersOf({ after, last }, condition, direction)
    const count = await countOf(queries, users)
    if (total + count > skip && ids.length < take) {
      const rest = { skip: Math.max(0, skip - total), take: take - ids.length }
      ids.push(...(await idsOf(queries, users, rest, direction)))
    }
    total += count
    after = last
    await nextTurn()
  } while (after && !isEnough(ids.length))
  return { ids, total }
}

/** The last place of the piece that begins after a place; null for the last piece. */
async function endOfPiece(
  queries: Queries,
  { after, direction, pieceSize }: Pick<Walk, 'direction' | 'pieceSize'> & Pick<Piece, 'after'>,
): Promise<Place | null> {
  const users = usersOf({ after, last: null }, sql`TRUE`, direction)
  const { rows } = await sql<{ givenName: string; id: number }>`
    SELECT "given_name" AS "givenName", "user_id" AS "id" ${users}
    ORDER BY ${order(direction)} LIMIT 1 OFFSET ${pieceSize - 1}`.execute(queries)
  const [row] = rows
  return row ? { givenName: row.givenName, id: row.id } : null
}

async function countOf(queries: Queries, users: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT COUNT(*) AS "total" ${users}`.execute(
    queries,
  )
  return rows[0]?.total ?? 0
}

async function idsOf(
  queries: Queries,
  users: Sql,
  { skip, take }: Slice,
  direction: Direction,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT "user_id" AS "id" ${users} ORDER BY ${order(direction)} LIMIT ${take} OFFSET ${skip}`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

function usersOf({ after, last }: Piece, condition: Sql, direction: Direction): Sql {
  const place = sql`("user_texts"."given_name", "user_texts"."user_id")`
  const compare = (sign: string, { givenName, id }: Place) =>
    sql`${place} ${sql.raw(sign)} (${givenName}, ${id})`
  const [beyond, upTo] = direction === 'ASC' ? ['>', '<='] : ['<', '>=']
  const conditions = [
    ...(after ? [compare(beyond ?? '', after)] : []),
    ...(last ? [compare(upTo ?? '', last)] : []),
    condition,
  ]
  return sql`FROM "user_texts" WHERE ${sql.join(conditions, sql` AND `)}`
}

function order(direction: Direction): Sql {
  const way = sql.raw(direction)
  return sql`"user_texts"."given_name" ${way}, "user_texts"."user_id" ${way}`
}

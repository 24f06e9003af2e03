import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'

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
  db: Db,
  condition: Prisma.Sql,
  slice: Slice,
  pieceSize = defaultPieceSize,
): Promise<{ ids: number[]; total: number }> {
  return walk(db, { condition, slice, pieceSize, direction: 'ASC', isEnough: () => false })
}

/**
 * Like `walkAll` for a known total: begins at the nearer end and stops after the slice. For SQLite; on PostgreSQL
 * `sliceOf` is as fast.
 * @param total number of users that meet the condition
 */
export async function walkToSlice(
  db: Db,
  condition: Prisma.Sql,
  wanted: Slice,
  total: number,
  pieceSize = defaultPieceSize,
): Promise<number[]> {
  return fromNearerEnd(wanted, total, async (slice, direction) => {
    const isEnough = (found: number) => found === slice.take
    return (await walk(db, { condition, slice, pieceSize, direction, isEnough })).ids
  })
}

/**
 * Like `walkToSlice` in one statement. For PostgreSQL, where a long statement blocks no other work, and for conditions
 * that need only the index.
 * @param total number of users that meet the condition
 */
export async function sliceOf(
  db: Db,
  condition: Prisma.Sql,
  wanted: Slice,
  total: number,
): Promise<number[]> {
  return fromNearerEnd(wanted, total, (slice, direction) =>
    idsOf(db, usersOf(everybody, condition, direction), slice, direction),
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
  readonly condition: Prisma.Sql
  readonly slice: Slice
  readonly pieceSize: number
  readonly direction: Direction
  /** @param found number of ids found for the slice */
  isEnough(found: number): boolean
}

async function walk(db: Db, { condition, slice, pieceSize, direction, isEnough }: Walk) {
  const { skip, take } = slice
  const ids: number[] = []
  let total = 0
  let after: Place | null = null
  do {
    const last: Place | null = await endOfPiece(db, { after, direction, pieceSize })
    const users = usersOf({ after, last }, condition, direction)
    const count = await countOf(db, users)
    if (total + count > skip && ids.length < take) {
      const rest = { skip: Math.max(0, skip - total), take: take - ids.length }
      ids.push(...(await idsOf(db, users, rest, direction)))
    }
    total += count
    after = last
    await nextTurn()
  } while (after && !isEnough(ids.length))
  return { ids, total }
}

/** The last place of the piece that begins after a place; null for the last piece. */
async function endOfPiece(
  db: Db,
  { after, direction, pieceSize }: Pick<Walk, 'direction' | 'pieceSize'> & Pick<Piece, 'after'>,
): Promise<Place | null> {
  const users = usersOf({ after, last: null }, Prisma.sql`TRUE`, direction)
  const rows = await db.$queryRaw<{ givenName: string; id: number | bigint }[]>`
    SELECT "given_name" AS "givenName", "user_id" AS "id" ${users}
    ORDER BY ${order(direction)} LIMIT 1 OFFSET ${pieceSize - 1}`
  const [row] = rows
  return row ? { givenName: row.givenName, id: Number(row.id) } : null
}

async function countOf(db: Db, users: Prisma.Sql): Promise<number> {
  const rows = await db.$queryRaw<{ total: number | bigint }[]>`SELECT COUNT(*) AS "total" ${users}`
  return Number(rows[0]?.total ?? 0)
}

async function idsOf(
  db: Db,
  users: Prisma.Sql,
  { skip, take }: Slice,
  direction: Direction,
): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number | bigint }[]>`
    SELECT "user_id" AS "id" ${users} ORDER BY ${order(direction)} LIMIT ${take} OFFSET ${skip}`
  return rows.map(({ id }) => Number(id))
}

function usersOf({ after, last }: Piece, condition: Prisma.Sql, direction: Direction): Prisma.Sql {
  const place = Prisma.sql`("user_texts"."given_name", "user_texts"."user_id")`
  const compare = (sign: string, { givenName, id }: Place) =>
    Prisma.sql`${place} ${Prisma.raw(sign)} (${givenName}, ${id})`
  const [beyond, upTo] = direction === 'ASC' ? ['>', '<='] : ['<', '>=']
  const conditions = [
    ...(after ? [compare(beyond ?? '', after)] : []),
    ...(last ? [compare(upTo ?? '', last)] : []),
    condition,
  ]
  return Prisma.sql`FROM "user_texts" WHERE ${Prisma.join(conditions, ' AND ')}`
}

function order(direction: Direction): Prisma.Sql {
  const way = Prisma.raw(direction)
  return Prisma.sql`"user_texts"."given_name" ${way}, "user_texts"."user_id" ${way}`
}

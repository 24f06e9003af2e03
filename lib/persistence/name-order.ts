import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** Some users, one after the other in the order of lists: by given name, then by id. */
export interface Slice {
  /** How many come before them. */
  readonly skip: number
  readonly take: number
}

/** How many users one statement looks at. On SQLite nobody is answered meanwhile. */
const defaultPieceSize = 20_000

interface Place {
  readonly givenName: string
  readonly id: number
}

type Direction = 'ASC' | 'DESC'

/** The users between two places: after the first, up to the last and with it; null for no end. */
interface Piece {
  readonly after: Place | null
  readonly last: Place | null
}

const everybody: Piece = { after: null, last: null }

/**
 * The users that meet a condition, walked through in pieces: each costs the users in it, and no piece of the event
 * loop is longer than one piece takes.
 * @param condition on the columns of `user_texts`
 * @returns the ids of the slice, and how many meet the condition
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
 * The same where it is known how many users meet the condition: begins at the nearer end, and stops with the slice.
 * For SQLite; PostgreSQL does as well with `sliceOf`.
 * @param total how many meet the condition
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
 * The same by one statement: where nobody else waits for it, or it looks at nothing but the index.
 * @param total how many meet the condition
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
  /** @param found how many of the slice are known */
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

/** Where the piece that begins after a place ends; null when it is the last one. */
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

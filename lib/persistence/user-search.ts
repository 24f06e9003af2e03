import { withoutUnseen } from '#lib/kernel/typed.ts'
import type { Db, Provider } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from './paging.ts'
import { isIndexed, userQuery, usersByIndex, usersByScan } from './user-texts.ts'

/** What to search for, and which page of what is found. */
export interface UserSearch {
  /** Words, each of which an address, a username, a name or the subject contains; none are contained in all. */
  readonly text: string
  readonly page: number
  readonly size: number
}

/** What a search says about a user. */
export interface FoundUser {
  readonly id: number
  readonly email: string
  readonly emailVerified: boolean
  readonly username: string
  readonly givenName: string
  readonly familyName: string
  readonly enabled: boolean
  readonly subject: string
}

/** One page of the users found, and how many there are in all. */
interface FoundUsers {
  readonly users: readonly FoundUser[]
  readonly total: number
}

type Page = Omit<UserSearch, 'text'>

const shown = {
  id: true,
  email: true,
  emailVerified: true,
  username: true,
  givenName: true,
  familyName: true,
  enabled: true,
  subject: true,
} as const

/** For what more users have, reading every user's text is no slower than the index. */
const defaultMaxByIndex = 20_000

/**
 * Users by parts of their address, username, names or subject, ordered by given name and id.
 * @param maxByIndex what more users have is looked for without the index
 */
export async function searchUsers(
  db: Db,
  provider: Provider,
  { text: typed, ...page }: UserSearch,
  maxByIndex = defaultMaxByIndex,
): Promise<FoundUsers> {
  const text = withoutUnseen(typed)
  if (text === '') return everybody(db, page)
  const query = userQuery(text)
  if (!query) return { users: [], total: 0 }
  if (isIndexed(query)) {
    const found = await pageOf(db, page, usersByIndex(provider, query, maxByIndex + 1))
    if (found.total <= maxByIndex) return found
  }
  return pageOf(db, page, usersByScan(provider, query))
}

/** Costs the rows up to the end of the page, and the count of all. */
async function everybody(db: Db, { page, size }: Page): Promise<FoundUsers> {
  const total = await db.user.count()
  const skip = skipBefore(page, size)
  if (skip >= total) return { users: [], total }
  const orderBy = [{ givenName: 'asc' as const }, { id: 'asc' as const }]
  return { users: await db.user.findMany({ orderBy, skip, take: size, select: shown }), total }
}

/** @param search a query of `user_id` and `given_name`; what it finds is counted and sorted */
async function pageOf(db: Db, { page, size }: Page, search: Prisma.Sql): Promise<FoundUsers> {
  const rows = await db.$queryRaw<{ total: number | bigint; id: number | bigint | null }[]>(
    // Begins with SELECT: on SQLite it then does not wait for those who write.
    Prisma.sql`SELECT "total", "id" FROM (
      WITH "found" AS MATERIALIZED (${search})
      SELECT "total", "user_id" AS "id", "given_name"
      FROM (SELECT COUNT(*) AS "total" FROM "found") AS "all"
      LEFT JOIN (
        SELECT * FROM "found" ORDER BY "given_name", "user_id"
        LIMIT ${size} OFFSET ${skipBefore(page, size)}
      ) AS "page" ON TRUE
    ) AS "counted" ORDER BY "given_name", "id"`,
  )
  const total = Number(rows[0]?.total ?? 0)
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]))
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: shown })
  return { users: inOrderOf(ids, users), total }
}

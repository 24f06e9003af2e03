import { sql } from 'kysely'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import type { Provider } from '../database/provider.ts'
import type { Queries, Sql } from '../database/tables.ts'
import { type Slice, sliceOf, walkAll } from './name-order.ts'
import { inOrderOf, skipBefore } from './paging.ts'
import { hasUnfolded } from './user-text-folding.ts'
import { isFrequent, isIndexed, matchOf, userQuery, usersByIndex } from './user-texts.ts'

/** A search and the page of results to return. */
export interface UserSearch {
  /** Words that must each occur in the address, username, names or subject. No words match every user. */
  readonly text: string
  readonly page: number
  readonly size: number
}

/** A user in search results. */
export interface FoundUser {
  readonly id: number
  readonly email: string
  readonly emailVerified: boolean
  readonly username: string
  readonly givenName: string
  readonly familyName: string
  readonly enabled: boolean
  readonly subject: string
  readonly locale: string
  readonly otpEnabled: boolean
}

/** One page of the matching users, and their total number. */
export interface FoundUsers {
  readonly users: readonly FoundUser[]
  readonly total: number
}

type Page = Omit<UserSearch, 'text'>

const shown = [
  'id',
  'email',
  'emailVerified',
  'username',
  'givenName',
  'familyName',
  'enabled',
  'subject',
  'locale',
  'otpEnabled',
] as const

/** Limits of a search; tests use others. */
interface Measures {
  /** With more matching users, the index is not used. */
  readonly maxByIndex: number
  /** Users that one statement scans on SQLite; absent: see `walkAll`. */
  readonly pieceSize?: number
}

/**
 * Above this number, reading every user's text is faster. SQLite stops at this number. PostgreSQL first collects all
 * matches, so stopping early saves little.
 */
const maxByIndex = { sqlite: 5_000, postgresql: 50_000 }

/** Finds users by parts of their address, username, names or subject, ordered by given name and id. */
export async function searchUsers(
  queries: Queries,
  provider: Provider,
  { text: typed, ...page }: UserSearch,
  measures: Measures = { maxByIndex: maxByIndex[provider] },
): Promise<FoundUsers> {
  const text = withoutInvisible(typed)
  if (text === '') return everybody(queries, page)
  const query = userQuery(text)
  if (!query) return { users: [], total: 0 }
  const isAnyUnfolded = await hasUnfolded(queries, provider)
  const isMost = await isFrequent(queries, provider, query)
  if (isIndexed(query) && !isMost) {
    const { maxByIndex: most } = measures
    const search = usersByIndex(provider, query, most + 1, isAnyUnfolded)
    const found = await pageOf(queries, page, search)
    if (found.total <= most) return found
  }
  const condition = matchOf(provider, query, isAnyUnfolded)
  return provider === 'sqlite'
    ? byWalking(queries, page, condition, measures.pieceSize)
    : byReading(queries, page, condition, isMost)
}

/**
 * The condition on `user_texts` that a user's text contains every word, for a list that has conditions of its own.
 * @returns null when no user can match
 */
export async function matchingUsers(
  queries: Queries,
  provider: Provider,
  typed: string,
): Promise<Sql | null> {
  const text = withoutInvisible(typed)
  if (text === '') return sql`TRUE`
  const query = userQuery(text)
  return query && matchOf(provider, query, await hasUnfolded(queries, provider))
}

async function everybody(queries: Queries, page: Page): Promise<FoundUsers> {
  const total = await countTexts(queries, sql``)
  const ids = await sliceOf(queries, sql`TRUE`, sliceAt(page), total)
  return { users: await shownUsers(queries, ids), total }
}

function sliceAt({ page, size }: Page): Slice {
  return { skip: skipBefore(page, size), take: size }
}

/** For SQLite: scans the index of texts piece by piece, in the order of the result. */
async function byWalking(
  queries: Queries,
  page: Page,
  condition: Sql,
  pieceSize: number | undefined,
): Promise<FoundUsers> {
  const { ids, total } = await walkAll(queries, condition, sliceAt(page), pieceSize)
  return { users: await shownUsers(queries, ids), total }
}

/**
 * For PostgreSQL.
 * @param isMost whether most users match, so that a page is found quickly along the index of the order
 */
async function byReading(
  queries: Queries,
  page: Page,
  condition: Sql,
  isMost: boolean,
): Promise<FoundUsers> {
  if (!isMost) {
    const matches = sql`SELECT "user_id", "given_name" FROM "user_texts" WHERE ${condition}`
    return pageOf(queries, page, matches)
  }
  const total = await countTexts(queries, sql`WHERE ${condition}`)
  const ids = await sliceOf(queries, condition, sliceAt(page), total)
  return { users: await shownUsers(queries, ids), total }
}

async function countTexts(queries: Queries, where: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS "total" FROM "user_texts" ${where}`.execute(queries)
  return rows[0]?.total ?? 0
}

/** @param search a query of `user_id` and `given_name`, whose rows are counted and sorted */
async function pageOf(queries: Queries, { page, size }: Page, search: Sql): Promise<FoundUsers> {
  // Begins with SELECT, so that on SQLite it does not wait for writers.
  const { rows } = await sql<{ total: number; id: number | null }>`SELECT "total", "id" FROM (
      WITH "found" AS MATERIALIZED (${search})
      SELECT "total", "user_id" AS "id", "given_name"
      FROM (SELECT COUNT(*) AS "total" FROM "found") AS "all"
      LEFT JOIN (
        SELECT * FROM "found" ORDER BY "given_name", "user_id"
        LIMIT ${size} OFFSET ${skipBefore(page, size)}
      ) AS "page" ON TRUE
    ) AS "counted" ORDER BY "given_name", "id"`.execute(queries)
  const total = rows[0]?.total ?? 0
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  return { users: await shownUsers(queries, ids), total }
}

async function shownUsers(queries: Queries, ids: readonly number[]): Promise<FoundUser[]> {
  if (ids.length === 0) return []
  return inOrderOf(
    ids,
    await queries.selectFrom('users').select(shown).where('id', 'in', ids).execute(),
  )
}

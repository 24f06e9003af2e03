import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import type { Queries, Sql } from '../database/tables.ts'
import {
  allOf,
  among,
  before,
  by,
  type Direction,
  foundIds,
  type ListedIds,
  type Part,
} from '../search/listing.ts'
import { countRows, matchingIds } from '../search/matching-rows.ts'
import { inOrderOf } from '../search/paging.ts'
import { containsText } from '../search/text-search.ts'
import type { GroupRecord } from './groups.ts'

export type CountedGroup = GroupRecord & { readonly memberCount: number }

const byIdentifier = [{ groupIdentifier: 'asc' as const }, { id: 'asc' as const }]

/** Every group with its number of members, ordered by identifier. */
export async function list(admin: AdminSource): Promise<CountedGroup[]> {
  return counted(admin, await admin.db.group.findMany({ orderBy: byIdentifier }), sql`TRUE`)
}

/** The groups of a user with their numbers of members, ordered by identifier. */
export async function listOfUser(admin: AdminSource, userId: number): Promise<CountedGroup[]> {
  const where = { users: { some: { userId } } }
  return counted(
    admin,
    await admin.db.group.findMany({ where, orderBy: byIdentifier }),
    sql`"group_id" IN (SELECT "group_id" FROM "user_groups" WHERE "user_id" = ${userId})`,
  )
}

export async function findCounted(admin: AdminSource, id: number): Promise<CountedGroup | null> {
  const found = await admin.db.group.findMany({ where: { id } })
  return (await counted(admin, found, sql`"group_id" = ${id}`))[0] ?? null
}

/** One page of the groups whose identifier or description contains the text. */
export async function search(
  admin: AdminSource,
  query: string,
  page: number,
  size: number,
): Promise<CountedGroup[]> {
  return listed(admin, await matchingIds(admin.queries, matching(admin, query), page, size))
}

export function countMatching(admin: AdminSource, query: string): Promise<number> {
  return countRows(admin.queries, matching(admin, query))
}

/** What narrows a list of groups; absent for any. */
export interface GroupFilter {
  readonly ids?: readonly number[] | undefined
  /** Named in ID tokens or access tokens. */
  readonly inTokens?: boolean | undefined
  readonly createdBefore?: Date | undefined
}

export type GroupSort = 'identifier' | 'memberCount' | 'createdAt'

export interface GroupListing {
  readonly text: string
  readonly filter: GroupFilter
  readonly sort: GroupSort
  readonly direction: Direction
}

/** Ids of the groups that a filter and a search for words leave, in the order of a sort. */
export function listGroupIds(
  { queries }: AdminSource,
  { text, filter, sort, direction }: GroupListing,
  part: Part,
): Promise<ListedIds> {
  const isInTokens = sql.raw('("include_in_id_token" OR "include_in_access_token")')
  const { inTokens } = filter
  const listing = {
    from: sql.raw('"groups"'),
    id: sql.raw('"id"'),
    condition: allOf([
      among('"id"', filter.ids),
      inTokens === undefined ? null : inTokens ? isInTokens : sql`NOT ${isInTokens}`,
      before('"created_at"', filter.createdBefore),
    ]),
    order: by(sortColumns[sort], direction),
  }
  const columns = ['"group_identifier"', '"description"']
  return foundIds(queries, listing, { columns, typed: text }, part)
}

const sortColumns: Readonly<Record<GroupSort, string>> = {
  identifier: '"group_identifier"',
  memberCount: '(SELECT COUNT(*) FROM "user_groups" WHERE "group_id" = "groups"."id")',
  createdAt: '"created_at"',
}

/** The groups with these ids, in their order. */
export async function listed(admin: AdminSource, ids: readonly number[]): Promise<CountedGroup[]> {
  if (ids.length === 0) return []
  const found = await admin.db.group.findMany({ where: { id: { in: [...ids] } } })
  const theirs = sql`"group_id" IN (${sql.join([...ids])})`
  return inOrderOf(ids, await counted(admin, found, theirs))
}

/** How many permissions each of some groups holds. */
export async function permissionCounts(
  { db }: AdminSource,
  ids: readonly number[],
): Promise<(groupId: number) => number> {
  const rows = await db.groupPermission.groupBy({
    by: ['groupId'],
    where: { groupId: { in: [...ids] } },
    _count: true,
  })
  const counts = new Map(rows.map((row) => [row.groupId, row._count]))
  return (groupId) => counts.get(groupId) ?? 0
}

function matching({ provider }: AdminSource, query: string) {
  const condition = containsText(provider, ['"group_identifier"', '"description"'], query)
  return { table: 'groups', identifier: 'group_identifier', condition } as const
}

/**
 * Groups with their numbers of members.
 * @param theirs a condition on the counted rows of `user_groups`. Use a list of ids only for few groups, because a
 *   statement's number of values is limited
 */
async function counted(
  { queries }: AdminSource,
  groups: readonly GroupRecord[],
  theirs: Sql,
): Promise<CountedGroup[]> {
  const counts = await countsOf(queries, theirs)
  return groups.map((group) => ({ ...group, memberCount: counts.get(group.id) ?? 0 }))
}

/** The numbers of members of a few groups; those without members are absent. */
export async function memberCounts(
  { queries }: AdminSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  return countsOf(queries, sql`"group_id" IN (${sql.join([...ids])})`)
}

async function countsOf(queries: Queries, theirs: Sql): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; members: number }>`
    SELECT "group_id" AS "id", COUNT(*) AS "members" FROM "user_groups"
    WHERE ${theirs} GROUP BY "group_id"`.execute(queries)
  return new Map(rows.map(({ id, members }) => [id, members]))
}

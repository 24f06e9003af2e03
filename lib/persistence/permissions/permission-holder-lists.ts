import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import type { Row, Sql } from '../database/tables.ts'
import { type Slice, sliceOf, walkToSlice } from '../search/name-order.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import { matchingUsers } from '../search/user-search.ts'
import type { UserRecord } from '../users/users.ts'

// Holders of one of a few permissions: users directly and through groups, groups, and clients.

/** How a user has a permission. */
export type HolderSource = 'direct' | 'group'

/** Conditions on the users of a list. */
export interface HolderFilter {
  /** A text that their names must contain; '' for all users. */
  readonly text: string
  /** Only users with a permission from this source; absent: from any. */
  readonly source?: HolderSource | undefined
  /** Only users with these ids. */
  readonly ids?: readonly number[] | undefined
}

/** A page of a list. */
export interface HolderPage extends HolderFilter {
  readonly page: number
  readonly size: number
}

/** Up to this number, users are sorted. For more, scanning all users in order is faster. */
const maxSorted = 5_000

/** One page of the users who hold one of the permissions, directly or through a group, and their total number. */
export async function listHoldingUsers(
  admin: AdminSource,
  permissionIds: readonly number[],
  { page, size, ...filter }: HolderPage,
): Promise<{ users: UserRecord[]; total: number }> {
  const slice = { skip: skipBefore(page, size), take: size }
  const { ids, total } = await holdingUsers(admin, permissionIds, filter, slice)
  if (ids.length === 0) return { users: [], total }
  const users = await admin.db.user.findMany({ where: { id: { in: ids } } })
  return { users: inOrderOf(ids, users), total }
}

/** The ids of the first of these users in the same order, and their total number. */
export function listHoldingUserIds(
  admin: AdminSource,
  permissionIds: readonly number[],
  filter: HolderFilter,
  most: number,
): Promise<{ ids: number[]; total: number }> {
  return holdingUsers(admin, permissionIds, filter, { skip: 0, take: most })
}

async function holdingUsers(
  { queries, provider }: AdminSource,
  permissionIds: readonly number[],
  { text, source, ids }: HolderFilter,
  slice: Slice,
): Promise<{ ids: number[]; total: number }> {
  if (permissionIds.length === 0 || ids?.length === 0) return { ids: [], total: 0 }
  const sought = await matchingUsers(queries, provider, text)
  if (!sought) return { ids: [], total: 0 }
  const match = ids ? sql`${sought} AND "user_texts"."user_id" IN (${sql.join([...ids])})` : sought
  const holders = sql`"user_texts"."user_id" IN (${holdingUserIds(permissionIds, source)})`
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS "total" FROM "user_texts" WHERE ${holders} AND ${match}`.execute(queries)
  const total = rows[0]?.total ?? 0
  if (slice.skip >= total) return { ids: [], total }
  const find = provider === 'sqlite' && total > maxSorted ? walkToSlice : sliceOf
  const condition =
    total > maxSorted
      ? sql`${isHolder(permissionIds, source)} AND ${match}`
      : sql`${holders} AND ${match}`
  return { ids: await find(queries, condition, slice, total), total }
}

/**
 * The number of enabled holders whose password alone opens their account, and the first of them by name: neither an
 * app nor a passkey is asked for after it.
 */
export async function holdersByPasswordAlone(
  { db }: AdminSource,
  permissionIds: readonly number[],
  limit: number,
): Promise<{ users: UserRecord[]; total: number }> {
  if (permissionIds.length === 0) return { users: [], total: 0 }
  const holding = { some: { permissionId: { in: [...permissionIds] } } }
  const where = {
    enabled: true,
    otpEnabled: false,
    passkeySecondFactor: false,
    passwordHash: { not: '' },
    OR: [{ permissions: holding }, { groups: { some: { group: { permissions: holding } } } }],
  }
  const [total, users] = await Promise.all([
    db.user.count({ where }),
    db.user.findMany({ where, orderBy: [{ givenName: 'asc' }, { id: 'asc' }], take: limit }),
  ])
  return { users, total }
}

/** Numbers of holders of one of the permissions; a user who holds it twice counts once. */
export async function countHolders(
  admin: AdminSource,
  permissionIds: readonly number[],
): Promise<{ users: number; groups: number; clients: number }> {
  const ids = { in: [...permissionIds] }
  const [users, groups, clients] = await Promise.all([
    permissionIds.length === 0 ? 0 : countHoldingUsers(admin, permissionIds),
    admin.db.group.count({ where: { permissions: { some: { permissionId: ids } } } }),
    admin.db.client.count({ where: { permissions: { some: { permissionId: ids } } } }),
  ])
  return { users, groups, clients }
}

async function countHoldingUsers({ queries }: AdminSource, permissionIds: readonly number[]) {
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS "total" FROM (${holdingUserIds(permissionIds, undefined)}) AS "holders"`.execute(
    queries,
  )
  return rows[0]?.total ?? 0
}

/** The ids of the first groups that hold one of the permissions, ordered by identifier. */
export async function listHoldingGroupIds(
  { db }: AdminSource,
  permissionIds: readonly number[],
  most: number,
): Promise<number[]> {
  const rows = await db.group.findMany({
    where: { permissions: { some: { permissionId: { in: [...permissionIds] } } } },
    select: { id: true },
    orderBy: [{ groupIdentifier: 'asc' }, { id: 'asc' }],
    take: most,
  })
  return rows.map(({ id }) => id)
}

/** A group with its grants of the permissions. */
export type HoldingGroup = Row<'groups'> & {
  readonly permissions: readonly Pick<Row<'groupPermissions'>, 'permissionId' | 'createdAt'>[]
}

/** One page of the groups that hold one of the permissions, ordered by identifier. */
export function listHoldingGroups(
  { db }: AdminSource,
  permissionIds: readonly number[],
  { page, size, ids }: Omit<HolderPage, 'text' | 'source'>,
): Promise<HoldingGroup[]> {
  const permissionId = { in: [...permissionIds] }
  return db.group.findMany({
    where: { permissions: { some: { permissionId } }, ...(ids && { id: { in: [...ids] } }) },
    include: {
      permissions: { where: { permissionId }, select: { permissionId: true, createdAt: true } },
    },
    orderBy: [{ groupIdentifier: 'asc' }, { id: 'asc' }],
    take: size,
    skip: skipBefore(page, size),
  })
}

/** The ids of the first clients that hold one of the permissions, ordered by identifier. */
export async function listHoldingClientIds(
  { db }: AdminSource,
  permissionIds: readonly number[],
  most: number,
): Promise<number[]> {
  const rows = await db.client.findMany({
    where: { permissions: { some: { permissionId: { in: [...permissionIds] } } } },
    select: { id: true },
    orderBy: [{ clientIdentifier: 'asc' }, { id: 'asc' }],
    take: most,
  })
  return rows.map(({ id }) => id)
}

/** A client with its grants of the permissions. */
export type HoldingClient = Row<'clients'> & {
  readonly permissions: readonly Pick<Row<'clientPermissions'>, 'permissionId' | 'createdAt'>[]
}

/** One page of the clients that hold one of the permissions, ordered by identifier. */
export function listHoldingClients(
  { db }: AdminSource,
  permissionIds: readonly number[],
  { page, size, ids }: Omit<HolderPage, 'text' | 'source'>,
): Promise<HoldingClient[]> {
  const permissionId = { in: [...permissionIds] }
  return db.client.findMany({
    where: { permissions: { some: { permissionId } }, ...(ids && { id: { in: [...ids] } }) },
    include: {
      permissions: { where: { permissionId }, select: { permissionId: true, createdAt: true } },
    },
    orderBy: [{ clientIdentifier: 'asc' }, { id: 'asc' }],
    take: size,
    skip: skipBefore(page, size),
  })
}

/** Numbers of holders of each permission of a resource; permissions without a holder are absent. */
export async function countHoldersOfResource(
  { queries }: AdminSource,
  resourceId: number,
): Promise<ReadonlyMap<number, number>> {
  const ofResource = sql`"permission_id" IN
    (SELECT "id" FROM "permissions" WHERE "resource_id" = ${resourceId})`
  const { rows } = await sql<{ id: number; holders: number }>`
    SELECT "permission_id" AS "id", COUNT(*) AS "holders" FROM (
      SELECT 'u' AS "kind", "permission_id", "user_id" AS "holder_id"
      FROM "user_permissions" WHERE ${ofResource}
      UNION SELECT 'u', "permission_id", "user_groups"."user_id" FROM "group_permissions"
      JOIN "user_groups" ON "user_groups"."group_id" = "group_permissions"."group_id"
      WHERE ${ofResource}
      UNION SELECT 'g', "permission_id", "group_id" FROM "group_permissions" WHERE ${ofResource}
      UNION SELECT 'c', "permission_id", "client_id" FROM "client_permissions" WHERE ${ofResource}
    ) AS "holding" GROUP BY "permission_id"`.execute(queries)
  return new Map(rows.map(({ id, holders }) => [id, holders]))
}

/** Ids of the users who hold one of the permissions; each once where the source is not given. */
function holdingUserIds(permissionIds: readonly number[], source: HolderSource | undefined): Sql {
  const wanted = sql.join([...permissionIds])
  const direct = sql`SELECT "user_id" FROM "user_permissions" WHERE "permission_id" IN (${wanted})`
  const byGroup = sql`SELECT "user_groups"."user_id" FROM "group_permissions"
    JOIN "user_groups" ON "user_groups"."group_id" = "group_permissions"."group_id"
    WHERE "group_permissions"."permission_id" IN (${wanted})`
  if (source === undefined) return sql`${direct} UNION ${byGroup}`
  return source === 'direct' ? direct : byGroup
}

/** The same as a condition checked user by user, for lists that hold most users. */
function isHolder(permissionIds: readonly number[], source: HolderSource | undefined): Sql {
  const wanted = sql.join([...permissionIds])
  const direct = sql`EXISTS (SELECT 1 FROM "user_permissions"
      WHERE "user_permissions"."user_id" = "user_texts"."user_id"
        AND "user_permissions"."permission_id" IN (${wanted}))`
  const byGroup = sql`EXISTS (SELECT 1 FROM "user_groups" JOIN "group_permissions"
      ON "group_permissions"."group_id" = "user_groups"."group_id"
      WHERE "user_groups"."user_id" = "user_texts"."user_id"
        AND "group_permissions"."permission_id" IN (${wanted}))`
  if (source === undefined) return sql`(${direct} OR ${byGroup}) IS TRUE`
  return sql`(${source === 'direct' ? direct : byGroup}) IS TRUE`
}

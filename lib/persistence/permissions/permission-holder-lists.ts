import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import type { Row, Sql } from '../database/tables.ts'
import { sliceOf, walkToSlice } from '../search/name-order.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import { matchingUsers } from '../search/user-search.ts'
import type { UserRecord } from '../users/users.ts'

// Who holds one of a few permissions: users directly and through groups, groups, and clients.

/** A page of a list, and what its entries must contain; '' for everything. */
export interface HolderPage {
  readonly text: string
  readonly page: number
  readonly size: number
}

/** Up to this number, users are sorted. For more, scanning all users in order is faster. */
const maxSorted = 5_000

/** One page of the users who hold one of the permissions, directly or through a group, and their total number. */
export async function listHoldingUsers(
  { db, queries, provider }: AdminSource,
  permissionIds: readonly number[],
  { text, page, size }: HolderPage,
): Promise<{ users: UserRecord[]; total: number }> {
  if (permissionIds.length === 0) return { users: [], total: 0 }
  const match = await matchingUsers(queries, provider, text)
  if (!match) return { users: [], total: 0 }
  const holders = sql`"user_texts"."user_id" IN (${holdingUserIds(permissionIds)})`
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS "total" FROM "user_texts" WHERE ${holders} AND ${match}`.execute(queries)
  const total = rows[0]?.total ?? 0
  const slice = { skip: skipBefore(page, size), take: size }
  if (slice.skip >= total) return { users: [], total }
  const find = provider === 'sqlite' && total > maxSorted ? walkToSlice : sliceOf
  const condition =
    total > maxSorted ? sql`${isHolder(permissionIds)} AND ${match}` : sql`${holders} AND ${match}`
  const ids = await find(queries, condition, slice, total)
  return { users: inOrderOf(ids, await db.user.findMany({ where: { id: { in: ids } } })), total }
}

/** The number of enabled holders who sign in without a second factor, and the first of them by name. */
export async function holdersWithoutSecondFactor(
  { db }: AdminSource,
  permissionIds: readonly number[],
  limit: number,
): Promise<{ users: UserRecord[]; total: number }> {
  if (permissionIds.length === 0) return { users: [], total: 0 }
  const holding = { some: { permissionId: { in: [...permissionIds] } } }
  const where = {
    enabled: true,
    otpEnabled: false,
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
    SELECT COUNT(*) AS "total" FROM (${holdingUserIds(permissionIds)}) AS "holders"`.execute(
    queries,
  )
  return rows[0]?.total ?? 0
}

/** A group with its grants of the permissions. */
export type HoldingGroup = Row<'groups'> & {
  readonly permissions: readonly Pick<Row<'groupPermissions'>, 'permissionId' | 'createdAt'>[]
}

/** One page of the groups that hold one of the permissions, ordered by identifier. */
export function listHoldingGroups(
  { db }: AdminSource,
  permissionIds: readonly number[],
  { page, size }: Omit<HolderPage, 'text'>,
): Promise<HoldingGroup[]> {
  const permissionId = { in: [...permissionIds] }
  return db.group.findMany({
    where: { permissions: { some: { permissionId } } },
    include: {
      permissions: { where: { permissionId }, select: { permissionId: true, createdAt: true } },
    },
    orderBy: [{ groupIdentifier: 'asc' }, { id: 'asc' }],
    take: size,
    skip: skipBefore(page, size),
  })
}

/** A client with its grants of the permissions. */
export type HoldingClient = Row<'clients'> & {
  readonly permissions: readonly Pick<Row<'clientPermissions'>, 'permissionId' | 'createdAt'>[]
}

/** One page of the clients that hold one of the permissions, ordered by identifier. */
export function listHoldingClients(
  { db }: AdminSource,
  permissionIds: readonly number[],
  { page, size }: Omit<HolderPage, 'text'>,
): Promise<HoldingClient[]> {
  const permissionId = { in: [...permissionIds] }
  return db.client.findMany({
    where: { permissions: { some: { permissionId } } },
    include: {
      permissions: { where: { permissionId }, select: { permissionId: true, createdAt: true } },
    },
    orderBy: [{ clientIdentifier: 'asc' }, { id: 'asc' }],
    take: size,
    skip: skipBefore(page, size),
  })
}

/** Numbers of holders of each permission of a resource; permissions that nobody holds are absent. */
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

/** Ids of the users who hold one of the permissions, each once. */
function holdingUserIds(permissionIds: readonly number[]): Sql {
  const wanted = sql.join([...permissionIds])
  return sql`SELECT "user_id" FROM "user_permissions" WHERE "permission_id" IN (${wanted})
    UNION SELECT "user_groups"."user_id" FROM "group_permissions"
    JOIN "user_groups" ON "user_groups"."group_id" = "group_permissions"."group_id"
    WHERE "group_permissions"."permission_id" IN (${wanted})`
}

/** The same as a condition checked user by user, for lists that hold most users. */
function isHolder(permissionIds: readonly number[]): Sql {
  const wanted = sql.join([...permissionIds])
  return sql`(EXISTS (SELECT 1 FROM "user_permissions"
      WHERE "user_permissions"."user_id" = "user_texts"."user_id"
        AND "user_permissions"."permission_id" IN (${wanted}))
    OR EXISTS (SELECT 1 FROM "user_groups" JOIN "group_permissions"
      ON "group_permissions"."group_id" = "user_groups"."group_id"
      WHERE "user_groups"."user_id" = "user_texts"."user_id"
        AND "group_permissions"."permission_id" IN (${wanted}))) IS TRUE`
}

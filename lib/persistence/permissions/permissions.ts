import { sql } from 'kysely'
import type { Db, Provider } from '../client.ts'
import { joinedTable } from '../database/joined.ts'
import { exists } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { Permission, Resource } from '../generated/sqlite/client.ts'

export type PermissionRecord = Permission & { resource: Resource }

/** Permissions, always together with their resource. */
export function permissions(queries: Queries) {
  return {
    /** Permissions that a user holds directly or through a group, each once, ordered by id. */
    async heldByUser(userId: number): Promise<PermissionRecord[]> {
      const held = await withResource(queries)
        .where('permissions.id', 'in', (eb) =>
          eb
            .selectFrom('userPermissions')
            .select('userPermissions.permissionId')
            .where('userPermissions.userId', '=', userId)
            .union(
              eb
                .selectFrom('groupPermissions')
                .innerJoin('userGroups', 'userGroups.groupId', 'groupPermissions.groupId')
                .select('groupPermissions.permissionId')
                .where('userGroups.userId', '=', userId),
            ),
        )
        .execute()
      return held.flatMap(readPermission).sort((a, b) => a.id - b.id)
    },

    /** Identifiers of a resource's permissions that the user with this subject holds, directly or through a group. */
    async heldBySubject(subject: string, resourceIdentifier: string): Promise<string[]> {
      const found = await queries
        .selectFrom('permissions')
        .innerJoin('resources', 'resources.id', 'permissions.resourceId')
        .select('permissions.permissionIdentifier')
        .where('resources.resourceIdentifier', '=', resourceIdentifier)
        .where('permissions.id', 'in', (eb) =>
          eb
            .selectFrom('userPermissions')
            .innerJoin('users', 'users.id', 'userPermissions.userId')
            .select('userPermissions.permissionId')
            .where('users.subject', '=', subject)
            .union(
              eb
                .selectFrom('groupPermissions')
                .innerJoin('userGroups', 'userGroups.groupId', 'groupPermissions.groupId')
                .innerJoin('users', 'users.id', 'userGroups.userId')
                .select('groupPermissions.permissionId')
                .where('users.subject', '=', subject),
            ),
        )
        .execute()
      return found.map(({ permissionIdentifier }) => permissionIdentifier)
    },
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminPermissions(db: Db, provider: Provider, queries: Queries) {
  const base = permissions(queries)
  /** Permissions of one resource with one of the identifiers. */
  const named = (resourceIdentifier: string, identifiers: readonly string[]) => ({
    permissionIdentifier: { in: [...identifiers] },
    resource: { resourceIdentifier },
  })
  const idsOf = async (resource: string, identifiers: readonly string[]): Promise<number[]> => {
    const where = named(resource, identifiers)
    return (await db.permission.findMany({ where, select: { id: true } })).map(({ id }) => id)
  }
  return {
    ...base,
    /** Both identifiers match exactly. */
    find: (
      resourceIdentifier: string,
      permissionIdentifier: string,
    ): Promise<PermissionRecord | null> =>
      db.permission.findFirst({
        where: { permissionIdentifier, resource: { resourceIdentifier } },
        include: { resource: true },
      }),

    idsOf,

    /** True when the user holds one of them, directly or through a group. */
    userHolds: async (
      userId: number,
      resource: string,
      identifiers: readonly string[],
    ): Promise<boolean> =>
      (await db.permission.findFirst({
        where: {
          ...named(resource, identifiers),
          OR: [
            { users: { some: { userId } } },
            { groups: { some: { group: { users: { some: { userId } } } } } },
          ],
        },
        select: { id: true },
      })) !== null,

    groupHolds: async (
      groupId: number,
      resource: string,
      identifiers: readonly string[],
    ): Promise<boolean> =>
      (await db.groupPermission.findFirst({
        where: { groupId, permission: named(resource, identifiers) },
        select: { id: true },
      })) !== null,

    clientHolds: async (
      clientId: number,
      resource: string,
      identifiers: readonly string[],
    ): Promise<boolean> =>
      (await db.clientPermission.findFirst({
        where: { clientId, permission: named(resource, identifiers) },
        select: { id: true },
      })) !== null,

    findById: (id: number): Promise<PermissionRecord | null> =>
      db.permission.findUnique({ where: { id }, include: { resource: true } }),

    /** The existing permissions among the ids, with their resources, ordered by id. */
    async findMany(ids: readonly number[]): Promise<PermissionRecord[]> {
      // Sorted here: Prisma splits a long list of ids over several statements only for unsorted queries.
      const found = await db.permission.findMany({
        where: { id: { in: [...ids] } },
        include: { resource: true },
      })
      return found.sort((a, b) => a.id - b.id)
    },

    /** Filters the ids, each given once, of existing permissions. */
    async existing(ids: readonly number[]): Promise<number[]> {
      const rows = await db.permission.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true },
      })
      return rows.map((row) => row.id)
    },

    /**
     * Keeps permissions from being deleted until the transaction ends. Locks them in the order of their ids, so that
     * two transactions never wait for each other.
     */
    async hold(ids: readonly number[]): Promise<void> {
      if (provider !== 'postgresql' || ids.length === 0) return
      await db.$queryRaw`SELECT "id" FROM "permissions" WHERE "id" = ANY(${[...ids]})
        ORDER BY "id" FOR KEY SHARE`
    },

    /** Makes other transactions that lock the same permission wait until this one ends. */
    async lock(resource: string, identifier: string): Promise<void> {
      if (provider !== 'postgresql') return
      await db.$queryRaw`SELECT p."id" FROM "permissions" p
        JOIN "resources" r ON r."id" = p."resource_id"
        WHERE r."resource_identifier" = ${resource} AND p."permission_identifier" = ${identifier}
        FOR UPDATE OF p`
    },

    /** True when an enabled user holds the permission, directly or through a group. Stops at the first. */
    hasEnabledHolder: async (resource: string, identifier: string): Promise<boolean> => {
      for (const id of await idsOf(resource, [identifier])) {
        for (const holders of enabledHolders(queries, id)) if (await exists(holders)) return true
      }
      return false
    },

    /** The number of enabled users who hold the permission, directly or through a group. */
    countEnabledHolders: (resource: string, identifier: string): Promise<number> =>
      db.user.count({
        where: {
          enabled: true,
          OR: [
            { permissions: { some: { permission: named(resource, [identifier]) } } },
            {
              groups: {
                some: {
                  group: {
                    permissions: { some: { permission: named(resource, [identifier]) } },
                  },
                },
              },
            },
          ],
        },
      }),
  }
}

/**
 * Queries for enabled users who hold a permission directly, and for groups with an enabled member that hold it. Both
 * follow an index from the permission's id, so finding one holder costs the same for any number of users.
 */
export function enabledHolders(queries: Queries, permissionId: number) {
  return [
    queries
      .selectFrom('userPermissions')
      .select('userPermissions.id')
      .where('permissionId', '=', permissionId)
      .where(isOfEnabledUser('userPermissions'))
      .orderBy('userPermissions.userId')
      .limit(1),
    queries
      .selectFrom('groupPermissions')
      .select('groupPermissions.id')
      .where('permissionId', '=', permissionId)
      .where((eb) =>
        eb
          .selectFrom('userGroups')
          .select((member) => member.lit(true).as('isThere'))
          .whereRef('userGroups.groupId', '=', 'groupPermissions.groupId')
          .where(isOfEnabledUser('userGroups'))
          .orderBy('userGroups.userId')
          .limit(1)
          .$asScalar(),
      )
      .limit(1),
  ] as const
}

/** A condition checked row by row: for the first row of a join, PostgreSQL would scan all users or all rows. */
function isOfEnabledUser(table: 'userPermissions' | 'userGroups') {
  return sql<boolean>`(select ${sql.ref('users.enabled')} from ${sql.table('users')}
    where ${sql.ref('users.id')} = ${sql.ref(`${table}.userId`)})`
}

const permission = joinedTable('permissions')
const resource = joinedTable('resources')

/** Permissions with their resources, unsorted: SQLite would sort whole rows, which costs more than finding them. */
export function withResource(queries: Queries) {
  return queries
    .selectFrom('permissions')
    .innerJoin('resources', 'resources.id', 'permissions.resourceId')
    .select([...permission.columns, ...resource.columns])
}

/** Reads a row of `withResource`. */
export function readPermission(row: Readonly<Record<string, unknown>>): PermissionRecord[] {
  const itself = permission.read(row)
  const itsResource = resource.read(row)
  return itself && itsResource ? [{ ...itself, resource: itsResource }] : []
}

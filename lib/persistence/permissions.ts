import type { Db, Provider } from './client.ts'
import type { Direct } from './direct.ts'
import type { Permission, Resource } from './generated/sqlite/client.ts'

export type PermissionRecord = Permission & { resource: Resource }

/** Permissions, always found together with their resource. */
export function permissions(db: Db, provider: Provider, sql: Direct) {
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
    /** The permission of a resource; both identifiers match exactly. */
    find: (
      resourceIdentifier: string,
      permissionIdentifier: string,
    ): Promise<PermissionRecord | null> =>
      db.permission.findFirst({
        where: { permissionIdentifier, resource: { resourceIdentifier } },
        include: { resource: true },
      }),

    /** Permissions a user holds directly or through a group, each once, ordered by id. */
    async heldByUser(userId: number): Promise<PermissionRecord[]> {
      const held = await permissionsWithResource(
        sql,
        `WHERE "permissions"."id" IN (
          SELECT "permission_id" FROM "user_permissions" WHERE "user_id" = ?
          UNION SELECT "group_permissions"."permission_id" FROM "group_permissions"
            JOIN "user_groups" ON "user_groups"."group_id" = "group_permissions"."group_id"
            WHERE "user_groups"."user_id" = ?)`,
        userId,
        userId,
      )
      return held.sort((a, b) => a.id - b.id)
    },

    /** Identifiers of a resource's permissions that the user with this subject holds, directly or through a group. */
    async heldBySubject(subject: string, resourceIdentifier: string): Promise<string[]> {
      const found = await sql.joined(
        [['Permission', 'permissionIdentifier']],
        `FROM "permissions" JOIN "resources" ON "resources"."id" = "permissions"."resource_id"
          WHERE "resources"."resource_identifier" = ? AND "permissions"."id" IN (
          SELECT "user_permissions"."permission_id" FROM "user_permissions"
            JOIN "users" ON "users"."id" = "user_permissions"."user_id" WHERE "users"."subject" = ?
          UNION SELECT "group_permissions"."permission_id" FROM "group_permissions"
            JOIN "user_groups" ON "user_groups"."group_id" = "group_permissions"."group_id"
            JOIN "users" ON "users"."id" = "user_groups"."user_id" WHERE "users"."subject" = ?)`,
        resourceIdentifier,
        subject,
        subject,
      )
      return found.flatMap(([permission]) => permission?.permissionIdentifier ?? [])
    },

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

    /** Those of the ids that belong to a permission, with its resource, ordered by id. */
    async findMany(ids: readonly number[]): Promise<PermissionRecord[]> {
      // Sorted here: the client splits a long list of ids over statements only if it is not to sort.
      const found = await db.permission.findMany({
        where: { id: { in: [...ids] } },
        include: { resource: true },
      })
      return found.sort((a, b) => a.id - b.id)
    },

    /** Those of the ids, each given once, that belong to a permission. */
    async existing(ids: readonly number[]): Promise<number[]> {
      const rows = await db.permission.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true },
      })
      return rows.map((row) => row.id)
    },

    /**
     * Keeps permissions from being deleted until the transaction ends. Locked in the order of their
     * ids, so that two who hold several never wait for each other.
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

    /** True when some enabled user holds the permission, directly or through a group. Looks no further than the first. */
    hasEnabledHolder: async (resource: string, identifier: string): Promise<boolean> => {
      for (const id of await idsOf(resource, [identifier])) {
        for (const from of enabledHolders) if (await sql.has(from, id)) return true
      }
      return false
    },

    /** How many enabled users hold the permission, directly or through a group. */
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

/** Asked of one row after the other: PostgreSQL would walk through users or through all rows for the first of a join. */
const isOfEnabledUser = (table: string) =>
  `(SELECT "enabled" FROM "users" WHERE "users"."id" = "${table}"."user_id")`

/**
 * Enabled users who hold a permission themselves, and groups with an enabled member that hold it: from the permission's
 * id to its holders along an index, so that a look for one costs the same however many users there are.
 */
export const enabledHolders = [
  `FROM "user_permissions" WHERE "permission_id" = ? AND ${isOfEnabledUser('user_permissions')}
    ORDER BY "user_permissions"."user_id"`,
  `FROM "group_permissions" WHERE "permission_id" = ? AND (
    SELECT TRUE FROM "user_groups" WHERE "user_groups"."group_id" = "group_permissions"."group_id"
      AND ${isOfEnabledUser('user_groups')} ORDER BY "user_groups"."user_id" LIMIT 1)`,
]

/**
 * Permissions with their resources, in no order: SQLite would sort the whole rows, which costs more
 * than finding them.
 * @param rest what follows the join of the two
 */
export async function permissionsWithResource(
  sql: Direct,
  rest: string,
  ...values: readonly number[]
): Promise<PermissionRecord[]> {
  const found = await sql.joined(
    ['Permission', 'Resource'],
    `FROM "permissions" JOIN "resources" ON "resources"."id" = "permissions"."resource_id" ${rest}`,
    ...values,
  )
  return found.flatMap(([permission, resource]) =>
    permission && resource ? [{ ...permission, resource }] : [],
  )
}

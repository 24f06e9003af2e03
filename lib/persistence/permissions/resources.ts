import type { Db, Provider } from '../client.ts'
import type { Permission, Prisma, Resource } from '../generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import { containsText } from '../search/text-search.ts'

export type ResourceRecord = Resource

/** A permission without its resource. */
export type OwnPermission = Permission

/** Resources with their permissions. */
export function resources(db: Db, provider: Provider) {
  const matching = (query: string) =>
    containsText(provider, ['"resource_identifier"', '"description"'], query)
  return {
    findByIdentifier: (resourceIdentifier: string) =>
      db.resource.findUnique({ where: { resourceIdentifier }, include: { permissions: true } }),

    findById: (id: number): Promise<ResourceRecord | null> =>
      db.resource.findUnique({ where: { id } }),

    /** Ordered by identifier. */
    list: (): Promise<ResourceRecord[]> =>
      db.resource.findMany({ orderBy: [{ resourceIdentifier: 'asc' }, { id: 'asc' }] }),

    /** One page of the resources whose identifier or description contains the text, ordered by identifier. */
    async search(query: string, page: number, size: number): Promise<ResourceRecord[]> {
      const rows = await db.$queryRaw<{ id: number | bigint }[]>`
        SELECT "id" FROM "resources" WHERE ${matching(query)}
        ORDER BY "resource_identifier", "id" LIMIT ${size} OFFSET ${skipBefore(page, size)}`
      const ids = rows.map((row) => Number(row.id))
      return inOrderOf(ids, await db.resource.findMany({ where: { id: { in: ids } } }))
    },

    async countMatching(query: string): Promise<number> {
      const rows = await db.$queryRaw<{ total: number | bigint }[]>`
        SELECT COUNT(*) AS "total" FROM "resources" WHERE ${matching(query)}`
      return Number(rows[0]?.total ?? 0)
    },

    insert: (
      resourceIdentifier: string,
      description: string,
      permissions: { permissionIdentifier: string; description: string }[],
    ) =>
      db.resource.create({
        data: { resourceIdentifier, description, permissions: { create: permissions } },
        include: { permissions: true },
      }),

    insertAlone: (resource: Prisma.ResourceCreateInput): Promise<ResourceRecord> =>
      db.resource.create({ data: resource }),

    /** False when the resource no longer exists. */
    async update(id: number, change: Prisma.ResourceUpdateManyMutationInput): Promise<boolean> {
      return (await db.resource.updateMany({ where: { id }, data: change })).count === 1
    },

    /** Deletes a resource with its permissions and all their assignments; false when it no longer existed. */
    async remove(id: number): Promise<boolean> {
      return (await db.resource.deleteMany({ where: { id } })).count === 1
    },

    /**
     * Reads a resource and locks it and its permissions against changes until the transaction ends. Permissions are
     * locked in the order of their ids, as in `permissions.hold`.
     */
    async lock(id: number): Promise<ResourceRecord | null> {
      if (provider === 'postgresql') {
        await db.$queryRaw`SELECT "id" FROM "resources" WHERE "id" = ${id} FOR UPDATE`
        await db.$queryRaw`
          SELECT "id" FROM "permissions" WHERE "resource_id" = ${id} ORDER BY "id" FOR UPDATE`
      }
      return db.resource.findUnique({ where: { id } })
    },

    /** Permissions of one resource, ordered by id. */
    permissionsOf: (resourceId: number): Promise<OwnPermission[]> =>
      db.permission.findMany({ where: { resourceId }, orderBy: { id: 'asc' } }),

    async addPermissions(
      permissions: readonly Prisma.PermissionUncheckedCreateInput[],
    ): Promise<void> {
      if (permissions.length > 0) await db.permission.createMany({ data: [...permissions] })
    },

    /** False when the permission no longer exists. */
    async updatePermission(
      id: number,
      change: Prisma.PermissionUpdateManyMutationInput,
    ): Promise<boolean> {
      return (await db.permission.updateMany({ where: { id }, data: change })).count === 1
    },

    /** Deletes permissions with all their assignments. */
    async removePermissions(ids: readonly number[]): Promise<void> {
      if (ids.length > 0) await db.permission.deleteMany({ where: { id: { in: [...ids] } } })
    },
  }
}

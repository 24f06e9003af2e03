import type { Db } from './client.ts'
import type { Permission, Resource } from './generated/sqlite/client.ts'

export type PermissionRecord = Permission & { resource: Resource }

/** Permissions, always found together with their resource. */
export function permissions(db: Db) {
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
    heldByUser: (userId: number): Promise<PermissionRecord[]> =>
      db.permission.findMany({
        where: {
          OR: [
            { users: { some: { userId } } },
            { groups: { some: { group: { users: { some: { userId } } } } } },
          ],
        },
        include: { resource: true },
        orderBy: { id: 'asc' },
      }),
  }
}

import type { Db } from './client.ts'

/** Resources that permissions belong to. */
export function resources(db: Db) {
  return {
    findByIdentifier: (resourceIdentifier: string) =>
      db.resource.findUnique({ where: { resourceIdentifier }, include: { permissions: true } }),

    insert: (
      resourceIdentifier: string,
      description: string,
      permissions: { permissionIdentifier: string; description: string }[],
    ) =>
      db.resource.create({
        data: { resourceIdentifier, description, permissions: { create: permissions } },
        include: { permissions: true },
      }),
  }
}

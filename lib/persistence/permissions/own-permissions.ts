import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, RowChange } from '../database/tables.ts'
import type { OwnPermission } from './resources.ts'

/** Permissions of one resource, ordered by id. */
export function permissionsOf({ db }: AdminSource, resourceId: number): Promise<OwnPermission[]> {
  return db.permission.findMany({ where: { resourceId }, orderBy: { id: 'asc' } })
}

export async function addPermissions(
  { db }: AdminSource,
  permissions: readonly NewRecord<'permissions'>[],
): Promise<void> {
  if (permissions.length > 0) await db.permission.createMany({ data: [...permissions] })
}

/** False when the permission no longer exists. */
export async function updatePermission(
  { db }: AdminSource,
  id: number,
  change: RowChange<'permissions'>,
): Promise<boolean> {
  return (await db.permission.updateMany({ where: { id }, data: change })).count === 1
}

/** Deletes permissions with all their assignments. */
export async function removePermissions(
  { db }: AdminSource,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await db.permission.deleteMany({ where: { id: { in: [...ids] } } })
}

import type { AdminSource } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { foundIds } from '../search/listing.ts'
import { inOrderOf } from '../search/paging.ts'
import type { PermissionRecord } from './permission-rows.ts'

const columns = [
  `"resources"."resource_identifier" || ':' || "permissions"."permission_identifier"`,
  '"permissions"."description"',
  '"resources"."description"',
]

const listing = {
  from: Prisma.raw(
    '"permissions" JOIN "resources" ON "resources"."id" = "permissions"."resource_id"',
  ),
  id: Prisma.raw('"permissions"."id"'),
  condition: Prisma.sql`TRUE`,
  order: Prisma.raw('"resources"."resource_identifier", "permissions"."permission_identifier"'),
}

/**
 * One page of the permissions that contain every word in their scope, description or resource's description, ordered by
 * resource and permission; and their total number.
 */
export async function search(
  { db }: AdminSource,
  typed: string,
  page: number,
  size: number,
): Promise<{ permissions: PermissionRecord[]; total: number }> {
  const { ids, total } = await foundIds(db, listing, { columns, typed }, { page, size })
  const records = await db.permission.findMany({
    where: { id: { in: [...ids] } },
    include: { resource: true },
  })
  return { permissions: inOrderOf(ids, records), total }
}

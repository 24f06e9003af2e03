import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import { foundIds } from '../search/listing.ts'
import { inOrderOf } from '../search/paging.ts'
import type { PermissionRecord } from './permission-rows.ts'

const columns = [
  `"resources"."resource_identifier" || ':' || "permissions"."permission_identifier"`,
  '"permissions"."description"',
  '"resources"."description"',
]

const listing = {
  from: sql.raw('"permissions" JOIN "resources" ON "resources"."id" = "permissions"."resource_id"'),
  id: sql.raw('"permissions"."id"'),
  condition: sql`TRUE`,
  order: sql.raw('"resources"."resource_identifier", "permissions"."permission_identifier"'),
}

/**
 * One page of the permissions that contain every word in their scope, description or resource's description, ordered by
 * resource and permission; and their total number.
 */
export async function search(
  { db, queries }: AdminSource,
  typed: string,
  page: number,
  size: number,
): Promise<{ permissions: PermissionRecord[]; total: number }> {
  const { ids, total } = await foundIds(queries, listing, { columns, typed }, { page, size })
  const records = await db.permission.findMany({
    where: { id: { in: [...ids] } },
    include: { resource: true },
  })
  return { permissions: inOrderOf(ids, records), total }
}

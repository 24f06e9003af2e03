import type { AdminSource } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import { containsText } from '../search/text-search.ts'
import type { PermissionRecord } from './permission-rows.ts'

/**
 * One page of the permissions that contain every word in their scope, description or resource's description, ordered by
 * resource and permission; and their total number.
 */
export async function search(
  { db, provider }: AdminSource,
  words: readonly string[],
  page: number,
  size: number,
): Promise<{ permissions: PermissionRecord[]; total: number }> {
  const columns = [
    `("resources"."resource_identifier" || ':' || "permissions"."permission_identifier")`,
    '"permissions"."description"',
    '"resources"."description"',
  ]
  const conditions = words.map((word) => containsText(provider, columns, word))
  const found = Prisma.sql`FROM "permissions"
    JOIN "resources" ON "resources"."id" = "permissions"."resource_id"
    WHERE ${Prisma.join([Prisma.sql`TRUE`, ...conditions], ' AND ')}`
  const [counted, rows] = await Promise.all([
    db.$queryRaw<{ total: number | bigint }[]>`SELECT COUNT(*) AS "total" ${found}`,
    db.$queryRaw<{ id: number | bigint }[]>`SELECT "permissions"."id" AS "id" ${found}
      ORDER BY "resources"."resource_identifier", "permissions"."permission_identifier",
        "permissions"."id"
      LIMIT ${size} OFFSET ${skipBefore(page, size)}`,
  ])
  const ids = rows.map(({ id }) => Number(id))
  const records = await db.permission.findMany({
    where: { id: { in: ids } },
    include: { resource: true },
  })
  return { permissions: inOrderOf(ids, records), total: Number(counted[0]?.total ?? 0) }
}

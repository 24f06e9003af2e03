import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import { inOrderOf } from '../search/paging.ts'
import type { UserRecord } from './users.ts'

/** Number of groups that a list names for each user; it counts the others. */
const namedGroups = 3

const columns = {
  id: true,
  email: true,
  emailVerified: true,
  username: true,
  givenName: true,
  familyName: true,
  enabled: true,
  subject: true,
  createdAt: true,
  lastSignInAt: true,
  otpEnabled: true,
  locale: true,
  phoneNumber: true,
  phoneNumberCountryCallingCode: true,
} as const

export type ListedUser = Pick<UserRecord, keyof typeof columns>

/** Users of a list, in the order of the ids; those that no longer exist are left out. */
export async function listed({ db }: AdminSource, ids: readonly number[]): Promise<ListedUser[]> {
  if (ids.length === 0) return []
  return inOrderOf(
    ids,
    await db.user.findMany({ where: { id: { in: [...ids] } }, select: columns }),
  )
}

/** The user's first groups by identifier, and how many there are. */
export interface GroupsOfUser {
  readonly names: readonly string[]
  readonly count: number
}

/** The groups of each of some users; users without a group are absent. */
export async function groupsAmong(
  { queries }: AdminSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, GroupsOfUser>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    SELECT "id", "name", "count" FROM (
      SELECT "user_groups"."user_id" AS "id", "groups"."group_identifier" AS "name",
        COUNT(*) OVER (PARTITION BY "user_groups"."user_id") AS "count",
        ROW_NUMBER() OVER (
          PARTITION BY "user_groups"."user_id" ORDER BY "groups"."group_identifier"
        ) AS "place"
      FROM "user_groups" JOIN "groups" ON "groups"."id" = "user_groups"."group_id"
      WHERE "user_groups"."user_id" IN (${sql.join([...ids])})
    ) AS "theirs" WHERE "place" <= ${namedGroups} ORDER BY "id", "place"`.execute(queries)
  const groups = new Map<number, { names: string[]; count: number }>()
  for (const row of rows) {
    const theirs = groups.get(row.id) ?? { names: [], count: row.count }
    theirs.names.push(row.name)
    groups.set(row.id, theirs)
  }
  return groups
}

/** The ones of these users who hold a permission, directly or through a group. */
export async function holdersOfAny(
  { queries }: AdminSource,
  ids: readonly number[],
  permissionIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || permissionIds.length === 0) return new Set()
  const users = sql.join([...ids])
  const permissions = sql.join([...permissionIds])
  const { rows } = await sql<{ id: number }>`
    SELECT "user_id" AS "id" FROM "user_permissions"
    WHERE "user_id" IN (${users}) AND "permission_id" IN (${permissions})
    UNION SELECT "user_groups"."user_id" AS "id" FROM "user_groups"
    JOIN "group_permissions" ON "group_permissions"."group_id" = "user_groups"."group_id"
    WHERE "user_groups"."user_id" IN (${users})
      AND "group_permissions"."permission_id" IN (${permissions})`.execute(queries)
  return new Set(rows.map(({ id }) => id))
}

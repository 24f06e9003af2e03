import type { AdminSource } from '../database/sources.ts'
import { namedUsers } from '../search/named-users.ts'

/** Ids of a user's groups, ascending. */
export async function groupIdsOf({ db }: AdminSource, userId: number): Promise<number[]> {
  const rows = await db.userGroup.findMany({
    where: { userId },
    select: { groupId: true },
    orderBy: { groupId: 'asc' },
  })
  return rows.map((row) => row.groupId)
}

export async function exists(
  { db }: AdminSource,
  groupId: number,
  userId: number,
): Promise<boolean> {
  return (
    (await db.userGroup.findUnique({ where: { userId_groupId: { userId, groupId } } })) !== null
  )
}

/** One page of a group's members, ordered by given name, and their total number. */
export function listMembers(
  { queries, provider }: AdminSource,
  groupId: number,
  page: number,
  size: number,
) {
  return namedUsers(
    queries,
    provider,
    { table: 'user_groups', column: 'group_id', id: groupId },
    { page, size },
  )
}

export async function add(
  { db }: AdminSource,
  userId: number,
  groupIds: readonly number[],
  createdAt: Date,
): Promise<void> {
  if (groupIds.length === 0) return
  await db.userGroup.createMany({
    data: groupIds.map((groupId) => ({ userId, groupId, createdAt })),
  })
}

/** @returns the number of removed memberships */
export async function remove(
  { db }: AdminSource,
  userId: number,
  groupIds: readonly number[],
): Promise<number> {
  if (groupIds.length === 0) return 0
  const { count } = await db.userGroup.deleteMany({
    where: { userId, groupId: { in: [...groupIds] } },
  })
  return count
}

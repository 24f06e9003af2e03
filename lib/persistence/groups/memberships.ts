import type { Db, Provider } from '../client.ts'
import { namedUsers } from '../search/named-users.ts'

/** Users' memberships in groups. */
export function memberships(db: Db, provider: Provider) {
  return {
    /** Ids of a user's groups, ascending. */
    async groupIdsOf(userId: number): Promise<number[]> {
      const rows = await db.userGroup.findMany({
        where: { userId },
        select: { groupId: true },
        orderBy: { groupId: 'asc' },
      })
      return rows.map((row) => row.groupId)
    },

    exists: async (groupId: number, userId: number): Promise<boolean> =>
      (await db.userGroup.findUnique({ where: { userId_groupId: { userId, groupId } } })) !== null,

    /** One page of a group's members, ordered by given name, and their total number. */
    listMembers: (groupId: number, page: number, size: number) =>
      namedUsers(
        db,
        provider,
        { table: 'user_groups', column: 'group_id', id: groupId },
        { page, size },
      ),

    async add(userId: number, groupIds: readonly number[], createdAt: Date): Promise<void> {
      if (groupIds.length === 0) return
      await db.userGroup.createMany({
        data: groupIds.map((groupId) => ({ userId, groupId, createdAt })),
      })
    },

    /** @returns the number of removed memberships */
    async remove(userId: number, groupIds: readonly number[]): Promise<number> {
      if (groupIds.length === 0) return 0
      const { count } = await db.userGroup.deleteMany({
        where: { userId, groupId: { in: [...groupIds] } },
      })
      return count
    },
  }
}

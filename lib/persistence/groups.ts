import type { Db } from './client.ts'
import type { Group, Prisma } from './generated/sqlite/client.ts'

export type GroupRecord = Group

/** Groups with their attributes and members. */
export function groups(db: Db) {
  return {
    /** Groups of a user with their attributes, ordered by group. */
    ofUser: (userId: number) =>
      db.group.findMany({
        where: { users: { some: { userId } } },
        include: { attributes: { orderBy: { id: 'asc' } } },
        orderBy: { id: 'asc' },
      }),

    insert: (group: Prisma.GroupCreateInput) => db.group.create({ data: group }),

    addMember: (groupId: number, userId: number) =>
      db.userGroup.create({ data: { groupId, userId } }),

    grantPermission: (groupId: number, permissionId: number) =>
      db.groupPermission.create({ data: { groupId, permissionId } }),
  }
}

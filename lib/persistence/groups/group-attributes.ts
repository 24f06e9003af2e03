import type { Db } from '../client.ts'
import type { GroupAttribute, Prisma } from '../generated/sqlite/client.ts'

export type GroupAttributeRecord = GroupAttribute

export function groupAttributes(db: Db) {
  return {
    findById: (id: number): Promise<GroupAttributeRecord | null> =>
      db.groupAttribute.findUnique({ where: { id } }),

    listOfGroup: (groupId: number): Promise<GroupAttributeRecord[]> =>
      db.groupAttribute.findMany({ where: { groupId }, orderBy: { id: 'asc' } }),

    insert: (attribute: Prisma.GroupAttributeUncheckedCreateInput): Promise<GroupAttributeRecord> =>
      db.groupAttribute.create({ data: attribute }),

    /** False when the attribute no longer exists. */
    async update(
      id: number,
      change: Prisma.GroupAttributeUpdateManyMutationInput,
    ): Promise<boolean> {
      return (await db.groupAttribute.updateMany({ where: { id }, data: change })).count === 1
    },

    /** False when the attribute no longer existed. */
    async remove(id: number): Promise<boolean> {
      return (await db.groupAttribute.deleteMany({ where: { id } })).count === 1
    },
  }
}

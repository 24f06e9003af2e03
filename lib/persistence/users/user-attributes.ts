import type { Db } from '../client.ts'
import type { Prisma, UserAttribute } from '../generated/sqlite/client.ts'

export type UserAttributeRecord = UserAttribute

export function userAttributes(db: Db) {
  return {
    findById: (id: number): Promise<UserAttributeRecord | null> =>
      db.userAttribute.findUnique({ where: { id } }),

    insert: (attribute: Prisma.UserAttributeUncheckedCreateInput): Promise<UserAttributeRecord> =>
      db.userAttribute.create({ data: attribute }),

    /** Null when the attribute no longer exists. */
    async change(
      id: number,
      change: Prisma.UserAttributeUncheckedUpdateManyInput,
    ): Promise<UserAttributeRecord | null> {
      const { count } = await db.userAttribute.updateMany({ where: { id }, data: change })
      return count === 1 ? db.userAttribute.findUnique({ where: { id } }) : null
    },

    /** False when the attribute no longer existed. */
    remove: async (id: number): Promise<boolean> =>
      (await db.userAttribute.deleteMany({ where: { id } })).count === 1,
  }
}

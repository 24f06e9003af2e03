import type { Db } from './client.ts'

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
  }
}

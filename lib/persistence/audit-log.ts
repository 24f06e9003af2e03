import type { Db } from './client.ts'
import type { Prisma } from './generated/sqlite/client.ts'

/** Audit entries. */
export function auditLog(db: Db) {
  return {
    insert: (entry: Prisma.AuditLogUncheckedCreateInput) => db.auditLog.create({ data: entry }),

    /** Removes at most `limit` entries older than `before`; returns how many went. */
    async removeOlderThan(before: Date, limit: number): Promise<number> {
      const rows = await db.auditLog.findMany({
        where: { createdAt: { lt: before } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: { id: true },
      })
      const { count } = await db.auditLog.deleteMany({
        where: { id: { in: rows.map((row) => row.id) } },
      })
      return count
    },
  }
}

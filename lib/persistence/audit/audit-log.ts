import type { Db } from '../client.ts'
import { updatedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { AuditLog } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'
import { skipBefore } from '../search/paging.ts'

export type AuditLogRecord = AuditLog

export type NewAuditLog = Omit<AuditLog, 'id'>

/** An absent field matches every entry. */
export interface AuditLogFilter {
  readonly auditEvent?: string
  readonly requestId?: string
}

export function auditLog(queries: Queries) {
  return {
    /** Inserts entries in one statement. */
    async insertAll(entries: readonly NewAuditLog[]): Promise<void> {
      await queries.insertInto('auditLogs').values(entries).execute()
    },

    /** Inserts an entry that changes later, and returns its id. */
    async insert(entry: NewAuditLog): Promise<number> {
      const insertion = queries.insertInto('auditLogs').values(entry).returning('id')
      return (await insertion.executeTakeFirstOrThrow()).id
    },

    changeDetails: (id: number, details: string): Promise<number> =>
      updatedRows(queries.updateTable('auditLogs').set({ details }).where('id', '=', id)),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminAuditLog(db: Db, queries: Queries) {
  const base = auditLog(queries)
  return {
    ...base,

    count: (filter: AuditLogFilter) => db.auditLog.count({ where: filter }),

    /**
     * A page of entries, newest first.
     * @param page from 1
     */
    list: (filter: AuditLogFilter, page: number, size: number): Promise<AuditLogRecord[]> =>
      db.auditLog.findMany({
        where: filter,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: skipBefore(page, size),
        take: size,
      }),

    /** Removes at most `limit` entries older than `before`; returns the number removed. */
    async removeOlderThan(before: Date, limit: number): Promise<number> {
      const rows = await db.auditLog.findMany({
        where: { createdAt: { lt: before } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: { id: true },
      })
      return removeByIds(db.auditLog, rows)
    },
  }
}

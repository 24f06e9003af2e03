import { updatedRows } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'

export type AuditLogRecord = Row<'auditLogs'>

export type NewAuditLog = Omit<AuditLogRecord, 'id'>

/** Inserts entries in one statement. */
export async function insertAll(queries: Queries, entries: readonly NewAuditLog[]): Promise<void> {
  await queries.insertInto('auditLogs').values(entries).execute()
}

/** Inserts an entry that changes later, and returns its id. */
export async function insert(queries: Queries, entry: NewAuditLog): Promise<number> {
  const insertion = queries.insertInto('auditLogs').values(entry).returning('id')
  return (await insertion.executeTakeFirstOrThrow()).id
}

export function changeDetails(queries: Queries, id: number, details: string): Promise<number> {
  return updatedRows(queries.updateTable('auditLogs').set({ details }).where('id', '=', id))
}

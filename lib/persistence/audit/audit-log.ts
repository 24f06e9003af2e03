import { preparedByColumns } from '../database/prepared.ts'
import { updatedRows } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'

export type AuditLogRecord = Row<'auditLogs'>

/** The records that an entry is about, its actor, and the browser. */
type Origin = 'userId' | 'clientId' | 'groupId' | 'resourceId' | 'actor' | 'ipAddress' | 'userAgent'

export type NewAuditLog = Omit<AuditLogRecord, 'id' | Origin> &
  Partial<Pick<AuditLogRecord, Origin>>

type WholeEntry = Omit<AuditLogRecord, 'id'>

const columns = [
  'createdAt',
  'auditEvent',
  'details',
  'requestId',
  'userId',
  'clientId',
  'groupId',
  'resourceId',
  'actor',
  'ipAddress',
  'userAgent',
] as const

/** Values of several entries: `details` of the second one is `1.details`. */
type EntryValues = Readonly<Record<string, WholeEntry[keyof WholeEntry]>>

const insertEntries = preparedByColumns((queries, values: EntryValues) => {
  const count = Object.keys(values).length / columns.length
  const rows = Array.from({ length: count }, (_, i) =>
    Object.fromEntries(columns.map((column) => [column, values[`${i}.${column}`]])),
  )
  return queries.insertInto('auditLogs').values(rows as unknown as WholeEntry[])
})

/** Inserts entries in one statement. */
export async function insertAll(queries: Queries, entries: readonly NewAuditLog[]): Promise<void> {
  const values: Record<string, WholeEntry[keyof WholeEntry]> = {}
  for (const [i, entry] of entries.entries()) {
    const whole = withDefaults(entry)
    for (const column of columns) values[`${i}.${column}`] = whole[column]
  }
  await insertEntries.count(queries, values)
}

/** Inserts an entry that changes later, and returns its id. */
export async function insert(queries: Queries, entry: NewAuditLog): Promise<number> {
  const insertion = queries.insertInto('auditLogs').values(withDefaults(entry)).returning('id')
  return (await insertion.executeTakeFirstOrThrow()).id
}

export function changeDetails(queries: Queries, id: number, details: string): Promise<number> {
  return updatedRows(queries.updateTable('auditLogs').set({ details }).where('id', '=', id))
}

function withDefaults(entry: NewAuditLog): WholeEntry {
  return {
    userId: null,
    clientId: null,
    groupId: null,
    resourceId: null,
    actor: '',
    ipAddress: '',
    userAgent: '',
    ...entry,
  }
}

import type Sqlite from 'better-sqlite3'
import type { QueryResult } from 'kysely'
import { type ResultColumn, rowReader } from './row-reader.ts'

/** The original `Date`: Next's wrapper makes `new Date` several times as expensive. */
const PlainDate = Date

/** Executes the statements of one connection. */
export interface SqliteStatements {
  /** @param isKept whether the statement stays prepared for the next time */
  execute(
    sql: string,
    parameters: readonly unknown[],
    isKept?: boolean,
  ): QueryResult<Record<string, unknown>>
}

interface PreparedStatement {
  readonly statement: Sqlite.Statement
  /** For a statement that returns rows. */
  readonly read: ReturnType<typeof rowReader>
}

/** Prepares each text that is kept once. These texts are few, because every value is a parameter. */
export function sqliteStatements(connection: Sqlite.Database): SqliteStatements {
  const known = new Map<string, PreparedStatement>()
  const prepare = (sql: string): PreparedStatement => {
    const statement = connection.prepare(sql).safeIntegers(false)
    const columns = statement.reader ? statement.raw().columns().map(columnOf) : []
    return { statement, read: rowReader(columns) }
  }
  const kept = (sql: string): PreparedStatement => {
    let prepared = known.get(sql)
    if (!prepared) {
      prepared = prepare(sql)
      known.set(sql, prepared)
    }
    return prepared
  }
  return {
    execute(sql, values, isKept = true) {
      const { statement, read } = isKept ? kept(sql) : prepare(sql)
      const parameters = values.map(asParameter)
      if (!statement.reader) {
        return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
      }
      const rows = statement.all(...parameters) as unknown[][]
      return {
        rows: rows.map(read),
        numAffectedRows: BigInt(rows.length),
      }
    },
  }
}

/** SQLite reports the declared type of a plain column. */
function columnOf({ name, type }: Sqlite.ColumnDefinition): ResultColumn {
  return { name, read: readers[type ?? ''] ?? ((value) => value) }
}

const readers: Readonly<Record<string, ResultColumn['read']>> = {
  DATETIME: (value) => value && new PlainDate(value as string),
  BOOLEAN: (value) => (value === null ? null : value === 1),
}

/** Times are stored in the format that Prisma's adapter writes. */
function asParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value
}

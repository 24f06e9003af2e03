import type Driver from 'better-sqlite3'
import type { QueryOutcome, Value } from './connection.ts'
import { fieldName } from './database/names.ts'

/** The original `Date`: Next's wrapper makes `new Date` several times as expensive. */
const PlainDate = Date

/**
 * A unary plus hides a bound value from SQLite's planner, so statements are not re-prepared with every binding. For a
 * join, preparing takes several times as long as running.
 * @param sql contains `?` only as a placeholder, never in a literal
 */
export function withoutValuesInPlan(sql: string): string {
  return sql.replaceAll('?', '+?')
}

export type Statements = ReturnType<typeof preparedStatements>

/** A prepared statement, and how to read its columns. */
interface PreparedStatement {
  readonly statement: Driver.Statement
  readonly columns: readonly Column[]
}

interface Column {
  /** The program's name of the column. */
  readonly field: string
  read(value: unknown): unknown
}

/** Prepares each text once per connection. */
export function preparedStatements() {
  const known = new WeakMap<Driver.Database, Map<string, PreparedStatement>>()
  const prepare = (driver: Driver.Database, sql: string): PreparedStatement => {
    let texts = known.get(driver)
    if (!texts) {
      texts = new Map()
      known.set(driver, texts)
    }
    let prepared = texts.get(sql)
    if (!prepared) {
      const statement = driver.prepare(withoutValuesInPlan(sql)).safeIntegers(false)
      const columns = statement.reader ? statement.raw().columns().map(columnOf) : []
      prepared = { statement, columns }
      texts.set(sql, prepared)
    }
    return prepared
  }
  return (driver: Driver.Database) => ({
    rows: (sql: string, values: readonly Value[]) =>
      prepare(driver, sql).statement.all(...values.map(asParameter)) as unknown[][],
    run: (sql: string, values: readonly Value[]) =>
      prepare(driver, sql).statement.run(...values.map(asParameter)).changes,
    query(sql: string, values: readonly Value[]): QueryOutcome {
      const { statement, columns } = prepare(driver, sql)
      const parameters = values.map(asParameter)
      if (!statement.reader) return { rows: [], count: statement.run(...parameters).changes }
      const rows = statement.all(...parameters) as unknown[][]
      return { rows: rows.map((row) => asObject(columns, row)), count: rows.length }
    },
  })
}

/** SQLite reports the declared type of a plain column. */
function columnOf({ name, type }: Driver.ColumnDefinition): Column {
  return { field: fieldName(name), read: readers[type ?? ''] ?? ((value) => value) }
}

const readers: Readonly<Record<string, Column['read']>> = {
  DATETIME: (value) => value && new PlainDate(value as string),
  BOOLEAN: (value) => (value === null ? null : value === 1),
}

function asObject(columns: readonly Column[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) {
    const { field, read } = columns[i] as Column
    object[field] = read(row[i])
  }
  return object
}

function asParameter(value: Value): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type pg from 'pg'

/** A database cannot be copied. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}

export interface CopiedTable {
  readonly name: string
  readonly rows: number
}

/** A table to copy. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The primary key, by which batches are read. */
  readonly key: string
  readonly hasSequence: boolean
}

interface Column {
  readonly name: string
  /** Converts an SQLite value for PostgreSQL. */
  readonly convert: (value: unknown) => unknown
}

/** PostgreSQL's description of a column. */
interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly is_key: boolean
  readonly has_sequence: boolean
}

/**
 * The tables of the schema's models, referenced tables first. Other tables of a database (its record of migrations,
 * search indexes kept by triggers) are not copied.
 * @param migrationsFolder `prisma/migrations`, which contains the schema of its newest migration
 * @throws CopyError when the databases do not have the same tables and columns
 */
export async function tablesOf(
  source: Database.Database,
  target: pg.Client,
  migrationsFolder: string,
): Promise<readonly Table[]> {
  const { rows } = await target.query<ColumnRow>(columnsSql)
  const schema = readFileSync(join(migrationsFolder, 'schema.prisma'), 'utf8')
  const names = [...schema.matchAll(/^ *@@map\("([^"]+)"\)/gm)].map(([, name = '']) => name)
  const tables = names.map((name) => {
    const columns = rows.filter((row) => row.table === name)
    const stored = source.pragma(`table_info("${name}")`) as { name: string }[]
    requireSameNames(
      `columns of ${name}`,
      stored.map((column) => column.name),
      columns.map((column) => column.name),
    )
    const key = columns.find((column) => column.is_key)
    if (!key) throw new CopyError(`The table '${name}' has no primary key.`)
    return {
      name,
      columns: columns.map((column) => ({ name: column.name, convert: converter(column.type) })),
      key: key.name,
      hasSequence: key.has_sequence,
    }
  })
  return inOrder(tables, await referencesOf(target))
}

const columnsSql = `
  SELECT c.table_name AS "table", c.column_name AS name, c.data_type AS type,
    EXISTS (
      SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indisprimary AND i.indrelid = format('%I', c.table_name)::regclass
        AND a.attname = c.column_name
    ) AS is_key,
    COALESCE(c.column_default, '') LIKE 'nextval(%' AS has_sequence
  FROM information_schema.columns c
  JOIN pg_tables t ON t.tablename = c.table_name AND t.schemaname = c.table_schema
  WHERE c.table_schema = current_schema()
  ORDER BY c.table_name, c.ordinal_position`

/** Foreign keys as pairs of tables. */
async function referencesOf(target: pg.Client): Promise<(readonly [from: string, to: string])[]> {
  const { rows } = await target.query<{ from: string; to: string }>(
    `SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint c
     JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
     WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`,
  )
  return rows.map(({ from, to }) => [from, to])
}

function inOrder(
  tables: readonly Table[],
  references: readonly (readonly [from: string, to: string])[],
): Table[] {
  const rest = new Set(tables)
  const sorted: Table[] = []
  while (rest.size > 0) {
    const waiting = new Set([...rest].map(({ name }) => name))
    const ready = [...rest].filter(
      ({ name }) =>
        !references.some(([from, to]) => from === name && to !== name && waiting.has(to)),
    )
    if (ready.length === 0) throw new CopyError('The tables refer to each other in a cycle.')
    for (const table of ready) {
      rest.delete(table)
      sorted.push(table)
    }
  }
  return sorted
}

function requireSameNames(what: string, stored: readonly string[], there: readonly string[]): void {
  const odd = stored.find((name) => !there.includes(name)) ?? there.find((n) => !stored.includes(n))
  if (odd !== undefined)
    throw new CopyError(`The ${what} differ: '${odd}' is in only one of the databases.`)
}

/** Converts values of an SQLite column to PostgreSQL's type. */
function converter(type: string): Column['convert'] {
  switch (type) {
    case 'boolean':
      return (value) => (value === null ? null : Boolean(value))
    case 'timestamp without time zone':
      return (value) => (value === null ? null : asUtc(value))
    default:
      return (value) => value
  }
}

/**
 * Converts a time to text without a time zone, the column's format (UTC). SQLite holds the client's format (ISO 8601),
 * the format of a default (`YYYY-MM-DD HH:MM:SS`, UTC), or milliseconds.
 */
function asUtc(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text)
  const moment = new Date(
    isPlain ? `${text.replace(' ', 'T')}Z` : typeof value === 'number' ? value : text,
  )
  if (Number.isNaN(moment.getTime())) throw new CopyError(`'${String(value)}' is not a valid time.`)
  return moment.toISOString().slice(0, -1)
}

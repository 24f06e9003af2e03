import Database from 'better-sqlite3'
import pg from 'pg'
import { beginSession } from '../database/postgres-session.ts'
import { type CopiedTable, CopyError, type Table, tablesOf } from './copied-tables.ts'
import { migrate } from './migrate.ts'

export interface CopyOrder {
  /** Path of the SQLite database. */
  readonly source: string
  /** `postgresql://…` */
  readonly target: string
  /** Name of the setting with that address. */
  readonly targetSetting: string
  /** `prisma/migrations` */
  readonly migrationsFolder: string
  /** Called after each table. */
  readonly progress: (table: CopiedTable) => void
}

/** Rows read and written at once. */
const batchSize = 500
/** PostgreSQL accepts at most 65,535 values in a statement. */
const maxValues = 60_000

/**
 * Copies every record of an SQLite database into an empty PostgreSQL database. Migrates the target, then writes
 * everything in one transaction and keeps the row ids. Counts are compared and sequences set before the commit, so the
 * target holds all of the data or nothing.
 * @returns the tables with their numbers of rows
 * @throws CopyError when the source is in use, the target is not empty, or a count differs; errors of `migrate`
 */
export async function copyToPostgresql(order: CopyOrder): Promise<readonly CopiedTable[]> {
  const source = openExclusively(order.source)
  try {
    const target = new pg.Client({
      connectionString: order.target,
      connectionTimeoutMillis: 10_000,
    })
    await beginSession(target)
    try {
      await requireEmpty(target)
      await migrate(order.target, order.migrationsFolder, order.targetSetting)
      return await copyAll(source, target, order)
    } finally {
      await target.end()
    }
  } finally {
    source.close()
  }
}

/** Locks the source: writes of a running server during the copy would be lost. */
function openExclusively(file: string): Database.Database {
  const database = new Database(file, { fileMustExist: true, timeout: 2_000 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN IMMEDIATE')
    return database
  } catch (error) {
    database.close()
    throw new CopyError('The SQLite database is in use. Stop the server first.', { cause: error })
  }
}

/** Tables that the migrations themselves fill. */
const filledByMigrations = new Set(['_prisma_migrations', 'configuration_version'])

/** Checked before any table is created, so that another program's database stays untouched. */
async function requireEmpty(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`,
  )
  const isOurs = rows.some(({ name }) => name === '_prisma_migrations')
  if (rows.length > 0 && !isOurs) {
    throw new CopyError(
      `The target contains tables of another program, such as '${rows[0]?.name}'.`,
    )
  }
  for (const { name } of rows) {
    if (filledByMigrations.has(name)) continue
    const found = await target.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
    if (found.rows.length > 0) {
      throw new CopyError(`The target is not empty: its table '${name}' contains rows.`)
    }
  }
}

async function copyAll(
  source: Database.Database,
  target: pg.Client,
  { migrationsFolder, progress }: CopyOrder,
): Promise<readonly CopiedTable[]> {
  const tables = await tablesOf(source, target, migrationsFolder)
  const copied: CopiedTable[] = []
  await target.query('BEGIN')
  try {
    // A server that starts on the target during the copy waits, and finds the data.
    await target.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of tables) {
      const done = { name: table.name, rows: await copyTable(source, target, table) }
      copied.push(done)
      progress(done)
    }
    await target.query('COMMIT')
    return copied
  } catch (error) {
    await target.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function copyTable(
  source: Database.Database,
  target: pg.Client,
  table: Table,
): Promise<number> {
  const { name, columns, key } = table
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const size = Math.min(batchSize, Math.floor(maxValues / columns.length))
  const order = quoted(key)
  const first = source.prepare(`SELECT ${names} FROM ${quoted(name)} ORDER BY ${order} LIMIT ?`)
  const next = source.prepare(
    `SELECT ${names} FROM ${quoted(name)} WHERE ${order} > ? ORDER BY ${order} LIMIT ?`,
  )
  let rows = first.all(size) as Record<string, unknown>[]
  while (rows.length > 0) {
    await insertRows(target, table, rows)
    const last = rows.at(-1)?.[key]
    rows = rows.length < size ? [] : (next.all(last, size) as Record<string, unknown>[])
  }
  await setSequence(source, target, table)
  return requireSameCount(source, target, name)
}

async function insertRows(
  target: pg.Client,
  { name, columns }: Table,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const values: unknown[] = []
  const tuples = rows.map((row) => {
    const places = columns.map((column) => {
      values.push(column.convert(row[column.name]))
      return `$${values.length}`
    })
    return `(${places.join(', ')})`
  })
  const names = columns.map((column) => quoted(column.name)).join(', ')
  await target.query(`INSERT INTO ${quoted(name)} (${names}) VALUES ${tuples.join(', ')}`, values)
}

/** Keeps used row numbers from being reused, even when their rows are gone. */
async function setSequence(
  source: Database.Database,
  target: pg.Client,
  { name, hasSequence }: Table,
): Promise<void> {
  if (!hasSequence) return
  const row = source.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name)
  const last = Number((row as { seq?: number } | undefined)?.seq ?? 0)
  if (last < 1) return
  await target.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, [quoted(name), last])
}

async function requireSameCount(
  source: Database.Database,
  target: pg.Client,
  name: string,
): Promise<number> {
  const sql = `SELECT count(*) AS total FROM ${quoted(name)}`
  const there = Number((source.prepare(sql).get() as { total: number }).total)
  const here = Number((await target.query(sql)).rows[0]?.total)
  if (there !== here) {
    throw new CopyError(`The table '${name}' has ${there} rows, but ${here} were copied.`)
  }
  return here
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { findIncompatibility } from '../database/postgres-compatibility.ts'
import { findPooler } from '../database/postgres-pooler.ts'
import { beginSession, reasonOf } from '../database/postgres-session.ts'
import { providerOf } from '../database/provider.ts'
import { requireWritable } from '../database/sqlite-file.ts'
import { hasPostgresqlTable, hasSqliteTable } from './has-table.ts'
import { appliedMigrationsSql, knownMigrations, migrationNames } from './migrations.ts'

/** The findings about a database. The inspection changes nothing. */
export interface Inspection {
  /** `unreachable`: no answer, or the file cannot be read or written. */
  readonly state: 'ready' | 'absent' | 'unreachable' | 'empty' | 'behind' | 'newer'
  /** The reason or the first migration concerned; '' when there is nothing to add. */
  readonly detail: string
  /** The clock of the database's machine; null when it is this machine or did not answer. */
  readonly clock: Date | null
  /** Product and version; '' without an answer. */
  readonly product: string
  /** Why no server starts on a database that answers: see `findIncompatibility` and `findPooler`. */
  readonly incompatibility: string | null
}

/** Raw answers of the database. */
interface Facts {
  readonly product: string
  readonly clock: Date | null
  readonly incompatibility: string | null
  /** Null when the database was never migrated. */
  readonly applied: readonly string[] | null
  readonly isSeeded: boolean
}

const seededSql = 'SELECT id FROM settings WHERE id = 1'
/** Limit for the connection and for each answer, in milliseconds: a pooler without a free connection never answers. */
const timeoutMs = 5_000

/**
 * Inspects a database without migrating, seeding or locking it.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param folder `prisma/migrations`
 */
export async function inspectDatabase(databaseUrl: string, folder: string): Promise<Inspection> {
  const provider = providerOf(databaseUrl)
  const file = databaseUrl.slice('file:'.length)
  const nothing = { clock: null, product: '', incompatibility: null }
  if (provider === 'sqlite' && !existsSync(file)) return { state: 'absent', detail: '', ...nothing }
  try {
    const facts = provider === 'sqlite' ? askSqlite(file) : await askPostgresql(databaseUrl)
    return { ...judge(facts, knownMigrations(join(folder, provider))), ...facts }
  } catch (error) {
    return { state: 'unreachable', detail: reasonOf(error), ...nothing }
  }
}

function judge(
  { applied, isSeeded }: Facts,
  known: readonly string[],
): Pick<Inspection, 'state' | 'detail'> {
  if (applied === null) return { state: 'empty', detail: '' }
  const newer = applied.find((name) => !known.includes(name))
  if (newer) return { state: 'newer', detail: newer }
  const missing = known.find((name) => !applied.includes(name))
  if (missing) return { state: 'behind', detail: missing }
  return { state: isSeeded ? 'ready' : 'empty', detail: '' }
}

function askSqlite(file: string): Facts {
  requireWritable(file)
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 })
  try {
    const rows = (sql: string, table: string) =>
      hasSqliteTable(database, table)
        ? (database.prepare(sql).all() as Record<string, unknown>[])
        : null
    const version = database.prepare('SELECT sqlite_version() AS version').get()
    return {
      product: `SQLite ${(version as { version: string }).version}`,
      clock: null,
      incompatibility: null,
      applied: appliedIn(rows(appliedMigrationsSql, '_prisma_migrations')),
      isSeeded: Boolean(rows(seededSql, 'settings')?.length),
    }
  } finally {
    database.close()
  }
}

async function askPostgresql(connectionString: string): Promise<Facts> {
  const connect = async () => {
    const connection = new pg.Client({
      connectionString,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    await beginSession(connection)
    return connection
  }
  const connection = await connect()
  try {
    const ask = async (sql: string): Promise<Record<string, unknown>[]> =>
      (await connection.query(sql)).rows
    const rows = async (sql: string, table: string) =>
      (await hasPostgresqlTable(connection, table)) ? ask(sql) : null
    const { rows: server } = await connection.query(
      `SELECT current_setting('server_version') AS version, clock_timestamp() AS clock`,
    )
    return {
      product: `PostgreSQL ${String(server[0]?.version)}`,
      clock: server[0]?.clock ?? null,
      incompatibility: (await findIncompatibility(ask)) ?? (await findPooler(connection, connect)),
      applied: appliedIn(await rows(appliedMigrationsSql, '_prisma_migrations')),
      isSeeded: Boolean((await rows(seededSql, 'settings'))?.length),
    }
  } finally {
    await connection.end()
  }
}

function appliedIn(rows: readonly Record<string, unknown>[] | null): string[] | null {
  return rows && migrationNames(rows)
}

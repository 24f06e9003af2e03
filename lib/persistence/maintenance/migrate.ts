import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Client as PostgresqlConnection } from 'pg'
import { messageOf } from '#lib/base/errors/errors.ts'
import { describeIncompatibility, findIncompatibility } from '../database/postgres-compatibility.ts'
import { beginSession, describeUnreachable, reasonOf } from '../database/postgres-session.ts'
import type { Provider } from '../database/provider.ts'
import { providerOf } from '../database/provider.ts'
import { makePrivately, onFile, requireWritable } from '../database/sqlite-file.ts'
import { hasPostgresqlTable, hasSqliteTable } from './has-table.ts'
import { appliedMigrationsSql, knownMigrations, migrationNames } from './migrations.ts'

/** A migration, in the format of `prisma migrate deploy`. */
interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** A plain connection outside Prisma that runs scripts, for both databases. */
interface Connection {
  run(sql: string): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
  hasTable(name: string): Promise<boolean>
  close(): Promise<void>
}

/** A newer version of the program has migrated the database. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError'
}

/** The address leads to no usable database. The message is a sentence for the operator who set it. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError'
}

/** Another transaction keeps a table locked that a migration changes. */
class TableLockedError extends Error {
  override readonly name = 'TableLockedError'

  constructor(cause: unknown) {
    super(
      'The database cannot be migrated: another connection, such as one with an open transaction, holds a lock on a table that a migration changes. Nothing was changed.',
      { cause },
    )
  }
}

/**
 * Applies the pending migrations under a lock in one transaction, and records them in `_prisma_migrations` like `prisma
 * migrate deploy`. Several processes may start at once.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param folder `prisma/migrations`
 * @param setting name of the address's setting, for errors about its user's rights
 * @returns the names of the applied migrations
 * @throws DatabaseTooNewError when this program does not know one of the database's migrations
 * @throws DatabaseFileError when the file cannot be created or written
 * @throws DatabaseAddressError when the address is invalid, the database is unreachable or incompatible, or its user
 *   may not create tables
 * @throws TableLockedError when another transaction keeps a changed table locked
 */
export async function migrate(
  databaseUrl: string,
  folder: string,
  setting = 'DATABASE_URL',
): Promise<string[]> {
  const provider = providerOf(databaseUrl)
  const migrations = readMigrations(join(folder, provider))
  for (let triesLeft = lockTries - 1; ; triesLeft--) {
    const connection =
      provider === 'sqlite' ? openSqlite(databaseUrl) : await openPostgresql(databaseUrl)
    try {
      return await migrateBy(connection, provider, migrations)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === insufficientPrivilege)
        throw new DatabaseAddressError(mayNot(error, setting), { cause: error })
      if (code !== lockNotAvailable) throw error
      if (triesLeft === 0) throw new TableLockedError(error)
    } finally {
      await connection.close()
    }
    await sleep(lockPauseMs)
  }
}

async function migrateBy(
  connection: Connection,
  provider: Provider,
  migrations: Migration[],
): Promise<string[]> {
  try {
    // One transaction for all migrations: on SQLite it is the lock, on PostgreSQL it holds the advisory lock.
    await connection.run(provider === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN')
    if (provider === 'postgresql') {
      await requireFit(connection)
      await connection.run(`SELECT pg_advisory_xact_lock(${lockId})`)
      // Other transactions queue behind a migration that waits for their table, so it must not wait long.
      await connection.run(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    }
    const applied = await applyPending(connection, migrations)
    if (provider === 'sqlite' && applied.length > 0) await requireReferences(connection)
    await connection.run('COMMIT')
    return applied
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * Refuses a read-only database, or a database with another encoding.
 * @throws DatabaseAddressError
 */
async function requireFit(connection: Connection): Promise<void> {
  const incompatibility = await findIncompatibility(connection.rows)
  if (incompatibility !== null)
    throw new DatabaseAddressError(describeIncompatibility(incompatibility))
}

/** @throws Error when a row refers to a missing row, which SQLite did not check meanwhile: see `openSqlite` */
async function requireReferences(connection: Connection): Promise<void> {
  const [broken] = await connection.rows('PRAGMA foreign_key_check')
  if (!broken) return
  throw new Error(`A migration broke a reference of the table ${broken.table} to ${broken.parent}.`)
}

/** SQLSTATE of a lock timeout, and of insufficient rights. */
const lockNotAvailable = '55P03'
const insufficientPrivilege = '42501'

function mayNot(error: unknown, setting: string): string {
  return `The database cannot be set up: ${reasonOf(error)}. The user of ${setting} must be allowed to create tables in the schema public.`
}

/**
 * Lock timeout of a migration, the pause before the next try, in milliseconds, and the number of tries. The pauses let
 * other transactions use the table.
 */
const lockTimeoutMs = 5_000
const lockPauseMs = 2_000
const lockTries = 5

/** Number of the advisory lock: an arbitrary constant that nothing else on the server uses. */
const lockId = 72_616_801

async function applyPending(connection: Connection, migrations: Migration[]): Promise<string[]> {
  // IF NOT EXISTS would require the right to create tables even when the table exists.
  if (!(await connection.hasTable('_prisma_migrations'))) await connection.run(migrationsTable)
  const done = new Set(migrationNames(await connection.rows(appliedMigrationsSql)))
  const known = new Set(migrations.map((migration) => migration.name))
  for (const name of done) {
    if (!known.has(name)) {
      throw new DatabaseTooNewError(
        `The database has the migration '${name}', which this version does not know. A newer version applied it.`,
      )
    }
  }
  const pending = migrations.filter((migration) => !done.has(migration.name))
  for (const { name, sql, checksum } of pending) {
    await connection.run(sql)
    await connection.run(`INSERT INTO "_prisma_migrations"
      (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
      VALUES ('${randomUUID()}', '${checksum}', '${name}', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, 1)`)
  }
  return pending.map((migration) => migration.name)
}

/** The table as Prisma creates it. */
const migrationsTable = `CREATE TABLE "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMP,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMP,
  started_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

function readMigrations(folder: string): Migration[] {
  return knownMigrations(folder).map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

function openSqlite(databaseUrl: string): Connection {
  const path = databaseUrl.replace(/^file:/, '')
  const database = onFile(path, () => {
    requireWritable(path)
    makePrivately(path)
    const opened = new Database(path, { timeout: 30_000 })
    opened.pragma('journal_mode = WAL')
    // SQLite changes some columns only in a rebuilt table. Dropping the former one would remove all rows that refer to it.
    opened.pragma('foreign_keys = OFF')
    return opened
  })
  return {
    run: async (sql) => void onFile(path, () => database.exec(sql)),
    rows: async (sql) => database.prepare(sql).all() as Record<string, unknown>[],
    hasTable: async (name) => onFile(path, () => hasSqliteTable(database, name)),
    close: async () => void database.close(),
  }
}

async function openPostgresql(databaseUrl: string): Promise<Connection> {
  const connection = postgresqlConnection(databaseUrl)
  try {
    await beginSession(connection)
  } catch (error) {
    const sentence = describeUnreachable(reasonOf(error))
    throw new DatabaseAddressError(sentence, { cause: error })
  }
  return {
    run: async (sql) => void (await connection.query(sql)),
    rows: async (sql) => (await connection.query(sql)).rows,
    hasTable: (name) => hasPostgresqlTable(connection, name),
    close: () => connection.end(),
  }
}

/** The driver parses the address, and reads the files that it names, before connecting. */
function postgresqlConnection(connectionString: string): PostgresqlConnection {
  try {
    return new PostgresqlConnection({
      connectionString,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
  } catch (error) {
    throw new DatabaseAddressError(
      `The address of the database cannot be used: ${messageOf(error)}. Check DATABASE_URL.`,
      { cause: error },
    )
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Client as PostgresqlConnection } from 'pg'
import { messageOf } from '#lib/kernel/errors.ts'
import { type Provider, providerOf } from './client.ts'
import { makePrivately, onFile, requireWritable } from './database-file.ts'
import { hasPostgresqlTable, hasSqliteTable } from './has-table.ts'
import { appliedMigrationsSql, knownMigrations, migrationNames } from './migrations.ts'
import { describeIncompatibility, findIncompatibility } from './postgresql-compatibility.ts'
import { beginSession, describeUnreachable, reasonOf } from './postgresql-session.ts'

/** One step of the schema's history, as `prisma migrate deploy` reads it. */
interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** A plain connection that runs scripts; both databases, outside Prisma. */
interface Connection {
  run(sql: string): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
  hasTable(name: string): Promise<boolean>
  close(): Promise<void>
}

/** The database was migrated by a newer program than this one. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError'
}

/** The address names no database that can be worked with; the message is a sentence for whoever set it. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError'
}

/** Somebody holds on to a table that a migration changes. */
export class TableLockedError extends Error {
  override readonly name = 'TableLockedError'

  constructor(cause: unknown) {
    super(
      'The database cannot be brought up to date: somebody else keeps a table locked that a migration changes, such as a transaction that was left open. Nothing was changed.',
      { cause },
    )
  }
}

/**
 * Applies the pending migrations under a lock, all in one transaction, and records them in
 * `_prisma_migrations` as `prisma migrate deploy` does. Safe when several processes start at once.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param folder `prisma/migrations`
 * @param setting by which the address was given, to name whose user may do too little
 * @returns the names of the migrations it applied
 * @throws DatabaseTooNewError when the database has a migration that this program does not know;
 *   DatabaseFileError when the file cannot be made or written; DatabaseAddressError when the address cannot be read, leads to
 *   no database or to one that cannot be used, or its user may not make tables; TableLockedError when somebody holds on to a
 *   table that is changed
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
    await sleep(lockPauseMillis)
  }
}

async function migrateBy(
  connection: Connection,
  provider: Provider,
  migrations: Migration[],
): Promise<string[]> {
  try {
    // One transaction for all: it is the lock on SQLite, and holds the advisory lock on PostgreSQL.
    await connection.run(provider === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN')
    if (provider === 'postgresql') {
      await requireFit(connection)
      await connection.run(`SELECT pg_advisory_xact_lock(${lockId})`)
      // Whoever asks for a table that a migration waits for has to wait behind it.
      await connection.run(`SET LOCAL lock_timeout = ${lockTimeoutMillis}`)
    }
    const applied = await applyPending(connection, migrations)
    await connection.run('COMMIT')
    return applied
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * Refuses a database that holds other characters than the program writes, or cannot be written.
 * @throws DatabaseAddressError
 */
async function requireFit(connection: Connection): Promise<void> {
  const incompatibility = await findIncompatibility(connection.rows)
  if (incompatibility !== null)
    throw new DatabaseAddressError(describeIncompatibility(incompatibility))
}

/** SQLSTATE of a lock that did not come in time, and of what the user may not do. */
const lockNotAvailable = '55P03'
const insufficientPrivilege = '42501'

function mayNot(error: unknown, setting: string): string {
  return `The database cannot be set up: ${reasonOf(error)}. The user of ${setting} has to be allowed to make tables in the schema public.`
}

/** How long a migration waits for a table that others use, and how often, with a pause for them in between. */
const lockTimeoutMillis = 5_000
const lockPauseMillis = 2_000
const lockTries = 5

/** The lock's number: any constant that nothing else on the server uses. */
const lockId = 72_616_801

async function applyPending(connection: Connection, migrations: Migration[]): Promise<string[]> {
  // Only whoever makes tables needs to be allowed to: IF NOT EXISTS would ask that of everybody.
  if (!(await connection.hasTable('_prisma_migrations'))) await connection.run(migrationsTable)
  const done = new Set(migrationNames(await connection.rows(appliedMigrationsSql)))
  const known = new Set(migrations.map((migration) => migration.name))
  for (const name of done) {
    if (!known.has(name)) {
      throw new DatabaseTooNewError(
        `The database holds the migration '${name}', which this version does not know: it was made by a newer one.`,
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

/** The driver reads the address, and the files that it names, before it connects. */
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

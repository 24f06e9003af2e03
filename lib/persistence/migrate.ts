import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Client as PostgresqlConnection } from 'pg'
import { messageOf } from '#lib/kernel/errors.ts'
import { providerOf } from './client.ts'
import { appliedMigrationsSql, knownMigrations, migrationNames } from './migrations.ts'

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

/**
 * Applies the pending migrations under a lock, each in one transaction, and records them in
 * `_prisma_migrations` as `prisma migrate deploy` does. Safe when several processes start at once.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param folder `prisma/migrations`
 * @returns the names of the migrations it applied
 * @throws DatabaseTooNewError when the database has a migration that this program does not know;
 *   DatabaseAddressError when there is no such file, or no such address
 */
export async function migrate(databaseUrl: string, folder: string): Promise<string[]> {
  const provider = providerOf(databaseUrl)
  const migrations = readMigrations(join(folder, provider))
  const connection =
    provider === 'sqlite' ? openSqlite(databaseUrl) : await openPostgresql(databaseUrl)
  try {
    // One transaction for all: it is the lock on SQLite, and holds the advisory lock on PostgreSQL.
    await connection.run(provider === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN')
    if (provider === 'postgresql') await connection.run(`SELECT pg_advisory_xact_lock(${lockId})`)
    const applied = await applyPending(connection, migrations)
    await connection.run('COMMIT')
    return applied
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {})
    throw error
  } finally {
    await connection.close()
  }
}

/** The lock's number: any constant that nothing else on the server uses. */
const lockId = 72_616_801

async function applyPending(connection: Connection, migrations: Migration[]): Promise<string[]> {
  await connection.run(migrationsTable)
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
const migrationsTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
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
  const database = onFile(path, () => new Database(path, { timeout: 30_000 }))
  onFile(path, () => database.pragma('journal_mode = WAL'))
  return {
    // A file that may only be read is found out by the first lock.
    run: async (sql) => void onFile(path, () => database.exec(sql)),
    rows: async (sql) => database.prepare(sql).all() as Record<string, unknown>[],
    close: async () => void database.close(),
  }
}

/** What SQLite says when the file is at fault and not the statement. */
const fileFailure = /^SQLITE_(CANTOPEN|CORRUPT|IOERR|NOTADB|PERM|READONLY)/

/** Says which file a failure is of, and where it is set. */
function onFile<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // Of a folder that does not exist the driver finds out by itself.
    if (!fileFailure.test(code) && !(error instanceof TypeError)) throw error
    throw new DatabaseAddressError(
      `The database file ${path} cannot be used: ${message}. Check DATABASE_URL and DATA_DIR.`,
      { cause: error },
    )
  }
}

async function openPostgresql(databaseUrl: string): Promise<Connection> {
  const connection = postgresqlConnection(databaseUrl)
  await connection.connect()
  return {
    run: async (sql) => void (await connection.query(sql)),
    rows: async (sql) => (await connection.query(sql)).rows,
    close: () => connection.end(),
  }
}

/** The driver reads the address, and the files that it names, before it connects. */
function postgresqlConnection(connectionString: string): PostgresqlConnection {
  try {
    return new PostgresqlConnection({ connectionString, connectionTimeoutMillis: 10_000 })
  } catch (error) {
    throw new DatabaseAddressError(
      `The address of the database cannot be used: ${messageOf(error)}. Check DATABASE_URL.`,
      { cause: error },
    )
  }
}

import { type FileHandle, open as openHandle } from 'node:fs/promises'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import Sqlite from 'better-sqlite3'
import { flushToDisk } from './disk-flush.ts'
import { type GroupCommit, groupCommit } from './group-commit.ts'
import { type SqliteStatements, sqliteStatements } from './sqlite-statements.ts'

/** A connection that Prisma's adapter and Kysely share. */
export interface SharedConnection {
  readonly adapter: SqlDriverAdapter
  readonly connection: Sqlite.Database
  readonly statements: SqliteStatements
}

/**
 * The two connections to an SQLite file. Reads outside a transaction use the reader: in WAL mode it sees the last
 * committed state and never waits. All writes queue for the writer.
 */
export interface SqliteConnections {
  readonly reader: SharedConnection
  readonly writer: SharedConnection
  readonly commits: GroupCommit
  close(): Promise<void>
}

/** Opens the connections once. */
export type OpenSqlite = () => Promise<SqliteConnections>

/** How long the first statements wait for another process's transaction, in milliseconds. */
const busyTimeoutMs = 5_000

/**
 * With `synchronous = NORMAL`, a commit does not block the process until it is on disk. An answered request is durable
 * nevertheless, because `groupCommit` waits for the flush.
 */
const pragmas = `
  PRAGMA foreign_keys = ON;
  PRAGMA synchronous = NORMAL;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -8000;
`

/** @param databaseUrl `file:<path>` */
export async function openSqliteConnections(databaseUrl: string): Promise<SqliteConnections> {
  const factory = new PrismaBetterSqlite3({ url: databaseUrl, timeout: busyTimeoutMs })
  const writer = shared(await factory.connect())
  await writer.adapter.executeScript('PRAGMA journal_mode = WAL')
  const reader = shared(await factory.connect())
  for (const { adapter } of [writer, reader]) await adapter.executeScript(pragmas)
  // `groupCommit` does the waiting for other processes' transactions.
  await writer.adapter.executeScript('PRAGMA busy_timeout = 0')
  // A commit is durable once the write-ahead log is on disk.
  const log = await openHandle(`${writer.connection.name}-wal`, 'r+')
  return {
    reader,
    writer,
    commits: groupCommit(writer, () => flushToDisk(log.fd)),
    close: () => close(reader, writer, log),
  }
}

async function close(
  reader: SharedConnection,
  writer: SharedConnection,
  log: FileHandle,
): Promise<void> {
  await reader.adapter.dispose()
  await writer.adapter.dispose()
  await log.close()
}

/**
 * Prisma's adapter opens its connection itself and keeps it in the private field `client`. Kysely must use the same
 * one: a second writing connection would wait for the transactions of the first.
 */
function shared(adapter: SqlDriverAdapter): SharedConnection {
  const connection: unknown = Reflect.get(adapter, 'client')
  if (!(connection instanceof Sqlite)) throw new Error('The adapter no longer has a `client`.')
  return { adapter, connection, statements: sqliteStatements(connection) }
}

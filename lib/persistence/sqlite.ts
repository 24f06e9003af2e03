import { AsyncLocalStorage } from 'node:async_hooks'
import { type FileHandle, open as openHandle } from 'node:fs/promises'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'
import Driver from 'better-sqlite3'
import type { Connection, Database } from './connection.ts'
import { flushToDisk } from './disk-flush.ts'
import { DatabaseUnavailableError } from './errors.ts'
import {
  type GroupCommit,
  groupCommit,
  lostTransaction,
  type Participant,
  type WritingConnection,
} from './group-commit.ts'
import { preparedStatements, type Statements, withoutValuesInPlan } from './sqlite-statements.ts'
import { endable, inTransaction } from './statement-transaction.ts'

/** The adapter for the Prisma client, and the same file for hand-written statements. */
export interface OpenFile {
  readonly factory: SqlDriverAdapterFactory
  readonly database: Database
  /** Closes the file if it was opened. */
  close(): Promise<void>
}

/** Set when a transaction has received the writing connection. */
interface Opening {
  begun: boolean
}

/**
 * Driver adapter for an SQLite file with one reading and one writing connection. The stock adapter has a single
 * connection, and runs unrelated queries between the statements of an open transaction. Such a query would see
 * uncommitted rows, and be rolled back with the transaction.
 * Here all writes are serialized, and readers see committed rows only (WAL). Transactions begin `IMMEDIATE`, so that a
 * second process waits instead of failing halfway.
 */
export function openFile(databaseUrl: string): OpenFile {
  const stock = new PrismaBetterSqlite3({ url: databaseUrl, timeout: busyTimeoutMillis })
  const openings = new AsyncLocalStorage<Opening>()
  const statements = preparedStatements()
  const open = async (): Promise<Connections> => {
    const writer = await stock.connect()
    await writer.executeScript('PRAGMA journal_mode = WAL')
    const reader = await stock.connect()
    for (const connection of [writer, reader]) await connection.executeScript(pragmas)
    // `groupCommit` does the waiting for other processes' transactions.
    await writer.executeScript('PRAGMA busy_timeout = 0')
    const log = await openHandle(`${driverOf(writer).name}-wal`, 'r+')
    return {
      writer,
      reader,
      log,
      commits: groupCommit(writingConnection(driverOf(writer), statements), () =>
        flushToDisk(log.fd),
      ),
    }
  }
  let opened: Promise<Connections> | null = null
  const connections = () => {
    opened ??= open().catch((error: unknown) => {
      // The next caller tries again.
      opened = null
      throw error
    })
    return opened
  }
  const close = async () => {
    const closing = opened
    opened = null
    const closed = await closing?.catch(() => null)
    await closed?.reader.dispose()
    await closed?.writer.dispose()
    await closed?.log.close()
  }
  return {
    factory: {
      provider: 'sqlite',
      adapterName: stock.adapterName,
      connect: async () => twoConnections(await connections(), openings, close),
    },
    database: handWritten(connections, openings, statements),
    close,
  }
}

interface Connections {
  readonly writer: SqlDriverAdapter
  readonly reader: SqlDriverAdapter
  /** The write-ahead log: a commit is durable once the log is on disk. */
  readonly log: FileHandle
  readonly commits: GroupCommit
}

/** How long the first statements wait for another process's transaction, in milliseconds. */
const busyTimeoutMillis = 5_000

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

function twoConnections(
  { writer, reader, commits }: Connections,
  openings: AsyncLocalStorage<Opening>,
  dispose: () => Promise<void>,
): SqlDriverAdapter {
  const write = <T>(query: SqlQuery, work: (query: SqlQuery) => Promise<T>): Promise<T> =>
    isWrite(query.sql)
      ? asParticipant(commits, () => work(query))
      : commits.alone(() => work(query))
  return {
    provider: 'sqlite',
    adapterName: writer.adapterName,
    queryRaw: (query) =>
      isRead(query.sql)
        ? reader.queryRaw({ ...query, sql: withoutValuesInPlan(query.sql) })
        : write(query, (one) => writer.queryRaw(one)),
    executeRaw: (query) => write(query, (one) => writer.executeRaw(one)),
    executeScript: (script) => commits.alone(() => writer.executeScript(script)),
    async startTransaction() {
      const participant = await commits.begin()
      const opening = openings.getStore()
      if (opening) opening.begun = true
      return openTransaction(writer, participant)
    },
    dispose,
  }
}

/** Runs a single statement as a participant of its own. */
async function asParticipant<T>(commits: GroupCommit, work: () => Promise<T> | T): Promise<T> {
  const participant = await commits.begin()
  let result: T
  try {
    result = await work()
  } catch (error) {
    participant.rollback()
    throw error
  }
  await participant.commit()
  return result
}

/** Prisma itself sends `COMMIT` and `ROLLBACK` as statements; `commit` and `rollback` only report that. */
function openTransaction(writer: SqlDriverAdapter, participant: Participant): Transaction {
  const run = (sql: string) => writer.executeRaw({ sql, args: [], argTypes: [] })
  return {
    provider: 'sqlite',
    adapterName: writer.adapterName,
    options: { usePhantomQuery: false },
    async queryRaw(query) {
      requireTransaction(driverOf(writer))
      return writer.queryRaw(query)
    },
    async executeRaw(query) {
      if (query.sql === 'ROLLBACK') participant.rollback()
      else if (query.sql === 'COMMIT') await participant.commit()
      else {
        requireTransaction(driverOf(writer))
        return writer.executeRaw(query)
      }
      return 0
    },
    commit: async () => {},
    rollback: async () => {},
    createSavepoint: async (name) => void (await run(`SAVEPOINT ${name}`)),
    rollbackToSavepoint: async (name) => void (await run(`ROLLBACK TO ${name}`)),
    releaseSavepoint: async (name) => void (await run(`RELEASE SAVEPOINT ${name}`)),
  }
}

/**
 * After some errors, SQLite rolls the whole transaction back by itself. A concurrent statement of the transaction would
 * then be committed alone: a refresh token would be spent without a successor. Call this immediately before the
 * statement, without awaiting in between.
 */
function requireTransaction(driver: Driver.Database): void {
  if (!driver.inTransaction) throw new DatabaseUnavailableError(lostTransaction)
}

/** Only plain `SELECT` statements use the reading connection. */
function isRead(sql: string): boolean {
  return /^\s*select\b/i.test(sql)
}

/** Statements that may run inside a transaction; not `PRAGMA` or `VACUUM`. */
function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete|replace|with)\b/i.test(sql)
}

/** The same two connections for hand-written statements: reads never wait. */
function handWritten(
  connections: () => Promise<Connections>,
  openings: AsyncLocalStorage<Opening>,
  statements: Statements,
): Database {
  type Prepared = ReturnType<Statements>
  const inParticipant = async <T>(work: (prepared: Prepared) => T): Promise<T> => {
    const driver = driverOf((await connections()).writer)
    requireTransaction(driver)
    return work(statements(driver))
  }
  const write = async <T>(work: () => Promise<T>) =>
    asParticipant((await connections()).commits, work)
  /** For a transaction that holds the mutex. */
  const onWriter: Connection = {
    rows: (sql, values) => inParticipant((prepared) => prepared.rows(sql, values)),
    query: (sql, values) => inParticipant((prepared) => prepared.query(sql, values)),
    run: (sql, values) => inParticipant((prepared) => prepared.run(sql, values)),
  }
  return {
    connection: {
      async rows(sql, values) {
        if (!isRead(sql)) return write(() => onWriter.rows(sql, values))
        return statements(driverOf((await connections()).reader)).rows(sql, values)
      },
      async query(sql, values) {
        if (!isRead(sql)) return write(() => onWriter.query(sql, values))
        return statements(driverOf((await connections()).reader)).query(sql, values)
      },
      run: (sql, values) => write(() => onWriter.run(sql, values)),
    },
    async transaction(work) {
      const participant = await (await connections()).commits.begin()
      const commit = () => participant.commit()
      return inTransaction(
        { connection: onWriter, commit, rollback: async () => participant.rollback() },
        work,
      )
    },
    beginning(begin) {
      const opening: Opening = { begun: false }
      return openings.run(opening, () =>
        begin(() => {
          if (!opening.begun) throw new Error('No transaction was begun.')
          return endable(onWriter)
        }),
      )
    },
  }
}

function writingConnection(driver: Driver.Database, statements: Statements): WritingConnection {
  return {
    run: (sql) => statements(driver).run(sql, []),
    get inTransaction() {
      return driver.inTransaction
    },
  }
}

/** The driver's connection, which the adapter keeps in a field named `client`. */
function driverOf(adapter: SqlDriverAdapter): Driver.Database {
  const driver: unknown = Reflect.get(adapter, 'client')
  if (!(driver instanceof Driver)) throw new Error('The adapter no longer has a `client`.')
  return driver
}

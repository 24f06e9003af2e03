import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'

/**
 * Driver adapter for an embedded SQLite file with two connections: one that only reads, one that
 * writes. The stock adapter has a single one and lets any query run between the statements of an
 * open transaction, where it would see uncommitted rows and be undone by a rollback that is not its
 * own. Here whatever may write waits for its turn, transactions begin `IMMEDIATE` (so that a second
 * process waits instead of failing half-way), and readers see committed rows only (WAL).
 */
export function sqliteFactory(databaseUrl: string): SqlDriverAdapterFactory {
  const stock = new PrismaBetterSqlite3({ url: databaseUrl, timeout: busyTimeoutMillis })
  return {
    provider: 'sqlite',
    adapterName: stock.adapterName,
    async connect() {
      const writer = await stock.connect()
      await writer.executeScript('PRAGMA journal_mode = WAL')
      const reader = await stock.connect()
      for (const connection of [writer, reader]) await connection.executeScript(pragmas)
      return twoConnections(writer, reader)
    },
  }
}

/** How long a statement waits for another process's transaction. */
const busyTimeoutMillis = 5_000

/** `synchronous = FULL`: an answered request is on disk, whatever happens next. */
const pragmas = `
  PRAGMA foreign_keys = ON;
  PRAGMA synchronous = FULL;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16000;
`

function twoConnections(writer: SqlDriverAdapter, reader: SqlDriverAdapter): SqlDriverAdapter {
  const turn = turns()
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await turn()
    try {
      return await work()
    } finally {
      release()
    }
  }
  return {
    provider: 'sqlite',
    adapterName: writer.adapterName,
    queryRaw: (query) =>
      isRead(query) ? reader.queryRaw(query) : inTurn(() => writer.queryRaw(query)),
    executeRaw: (query) => inTurn(() => writer.executeRaw(query)),
    executeScript: (script) => inTurn(() => writer.executeScript(script)),
    async startTransaction() {
      const release = await turn()
      try {
        await writer.executeRaw({ sql: 'BEGIN IMMEDIATE', args: [], argTypes: [] })
      } catch (error) {
        release()
        throw error
      }
      return openTransaction(writer, release)
    },
    async dispose() {
      await reader.dispose()
      await writer.dispose()
    },
  }
}

/** Prisma itself sends `COMMIT` and `ROLLBACK`; these two calls only say that it has. */
function openTransaction(writer: SqlDriverAdapter, release: () => void): Transaction {
  const run = (sql: string) => writer.executeRaw({ sql, args: [], argTypes: [] })
  return {
    provider: 'sqlite',
    adapterName: writer.adapterName,
    options: { usePhantomQuery: false },
    queryRaw: (query) => writer.queryRaw(query),
    executeRaw: (query) => writer.executeRaw(query),
    commit: async () => release(),
    rollback: async () => release(),
    createSavepoint: async (name) => void (await run(`SAVEPOINT ${name}`)),
    rollbackToSavepoint: async (name) => void (await run(`ROLLBACK TO ${name}`)),
    releaseSavepoint: async (name) => void (await run(`RELEASE SAVEPOINT ${name}`)),
  }
}

/** Only what is a plain `SELECT` beyond doubt goes to the reading connection. */
function isRead(query: SqlQuery): boolean {
  return /^\s*select\b/i.test(query.sql)
}

/** Hands out turns one after the other: resolves to the function that ends the turn. */
function turns(): () => Promise<() => void> {
  let last = Promise.resolve()
  return () => {
    let release = () => {}
    const mine = last.then(() => release)
    last = new Promise((resolve) => {
      release = resolve
    })
    return mine
  }
}

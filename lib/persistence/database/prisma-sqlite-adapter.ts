import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'
import type { Participant } from './group-commit.ts'
import type { OpenSqlite, SqliteConnections } from './sqlite-connections.ts'
import { isRead } from './sqlite-driver.ts'

/**
 * Prisma's adapter over the two connections of a file. The stock adapter has a single one, and runs unrelated queries
 * between the statements of an open transaction. Such a query would see uncommitted rows, and be rolled back with the
 * transaction. Transactions begin `IMMEDIATE`, so that a second process waits instead of failing halfway.
 */
export function prismaSqliteAdapter(open: OpenSqlite): SqlDriverAdapterFactory {
  return {
    provider: 'sqlite',
    adapterName: 'authserver-sqlite',
    connect: async () => overConnections(await open()),
  }
}

function overConnections({ reader, writer, commits }: SqliteConnections): SqlDriverAdapter {
  const write = <T>({ sql }: SqlQuery, work: () => Promise<T>): Promise<T> =>
    isWrite(sql) ? commits.single(work) : commits.alone(work)
  return {
    provider: 'sqlite',
    adapterName: writer.adapter.adapterName,
    queryRaw: (query) =>
      isRead(query.sql)
        ? reader.adapter.queryRaw({ ...query, sql: withoutValuesInPlan(query.sql) })
        : write(query, () => writer.adapter.queryRaw(query)),
    executeRaw: (query) => write(query, () => writer.adapter.executeRaw(query)),
    executeScript: (script) => commits.alone(() => writer.adapter.executeScript(script)),
    startTransaction: async () => asTransaction({ reader, writer, commits }, await commits.begin()),
    // The connections outlive the client: their owner closes them.
    dispose: async () => {},
  }
}

/** Prisma itself sends `COMMIT` and `ROLLBACK` as statements; `commit` and `rollback` only report that. */
function asTransaction(
  { writer: { adapter }, commits }: Omit<SqliteConnections, 'close'>,
  participant: Participant,
): Transaction {
  const run = (sql: string) => adapter.executeRaw({ sql, args: [], argTypes: [] })
  return {
    provider: 'sqlite',
    adapterName: adapter.adapterName,
    options: { usePhantomQuery: false },
    async queryRaw(query) {
      commits.requireOpen()
      return adapter.queryRaw(query)
    },
    async executeRaw(query) {
      if (query.sql === 'ROLLBACK') participant.rollback()
      else if (query.sql === 'COMMIT') await participant.commit()
      else {
        commits.requireOpen()
        return adapter.executeRaw(query)
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
 * A unary plus hides bound values from SQLite's planner: see `SqliteCompiler`.
 * @param sql contains `?` only as a placeholder, as all statements of Prisma do
 */
function withoutValuesInPlan(sql: string): string {
  return sql.replaceAll('?', '+?')
}

/** Statements that may run inside a transaction; not `PRAGMA` or `VACUUM`. */
function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete|replace|with)\b/i.test(sql)
}

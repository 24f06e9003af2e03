import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { inAdminTransaction } from './database/admin-transaction.ts'
import { openQueries } from './database/dialect.ts'
import { openPostgres } from './database/postgres.ts'
import type { PostgresTimeouts } from './database/postgres-pool.ts'
import { type Provider, providerOf } from './database/provider.ts'
import type { AdminSource } from './database/sources.ts'
import { openSqlite } from './database/sqlite.ts'
import type { Queries } from './database/tables.ts'
import { inTransaction } from './database/transaction.ts'
import { PrismaClient as PostgresqlClient } from './generated/postgresql/client.ts'
import { PrismaClient } from './generated/sqlite/client.ts'

/** An open database. */
export interface Database {
  readonly provider: Provider
  /** Outside a transaction. The type of the SQLite client serves for both: they have the same models. */
  readonly prisma: PrismaClient
  /** Outside a transaction: each statement runs on its own. */
  readonly queries: Queries
  /** Runs frequent work in a transaction: see `inTransaction`. */
  transaction<T>(work: (queries: Queries) => Promise<T>, timeoutMs: number): Promise<T>
  /** Runs administrative work in a transaction of Prisma: see `inAdminTransaction`. It costs 65 µs more. */
  adminTransaction<T>(work: (source: AdminSource) => Promise<T>, timeoutMs: number): Promise<T>
  /** Closes the connections, unless they are already closed. */
  close(): Promise<void>
}

/**
 * Opens a database; it connects with the first statement.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param poolSize connections to PostgreSQL (SQLite has two)
 * @param timeouts time limits for PostgreSQL; absent: those of commands
 */
export function openDatabase(
  databaseUrl: string,
  poolSize = 10,
  timeouts?: PostgresTimeouts,
): Database {
  const provider = providerOf(databaseUrl)
  const engine =
    provider === 'sqlite' ? openSqlite(databaseUrl) : openPostgres(databaseUrl, poolSize, timeouts)
  const { driver, prismaAdapter, share, close } = engine
  const prisma = openPrisma(provider, prismaAdapter)
  const queries = openQueries(provider, driver)
  return {
    provider,
    prisma,
    queries,
    transaction: (work, timeoutMs) => inTransaction(queries, work, timeoutMs),
    adminTransaction: (work, timeoutMs) =>
      inAdminTransaction({ prisma, provider, share }, work, timeoutMs),
    async close() {
      await prisma.$disconnect()
      await close()
    },
  }
}

/** The client's error messages contain no values of queries, because they may be logged. */
const errorFormat = 'minimal'

/** How long a transaction waits to start, in milliseconds. */
const transactionOptions = { maxWait: 10_000 }

function openPrisma(provider: Provider, adapter: SqlDriverAdapterFactory): PrismaClient {
  const options = { adapter, transactionOptions, errorFormat } as const
  if (provider === 'sqlite') return new PrismaClient(options)
  const client = new PostgresqlClient(options).$extends({
    // PostgreSQL's row ids are 64-bit integers; the program uses numbers (at most 2^53 - 1).
    query: { $allOperations: async ({ args, query }) => withNumbers(await query(args)) },
  })
  return client as unknown as PrismaClient
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = withNumbers(value[i])
    return value
  }
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date || ArrayBuffer.isView(value)) return value
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    const field = record[key]
    if (typeof field === 'bigint' || (field !== null && typeof field === 'object')) {
      record[key] = withNumbers(field)
    }
  }
  return record
}

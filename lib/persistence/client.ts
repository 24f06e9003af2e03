import { PrismaPg } from '@prisma/adapter-pg'
import type { Database } from './connection.ts'
import { PrismaClient as PostgresqlClient } from './generated/postgresql/client.ts'
import { type Prisma, PrismaClient as SqliteClient } from './generated/sqlite/client.ts'
import { openPool, type Patience } from './postgresql.ts'
import { openFile } from './sqlite.ts'

export type Provider = 'sqlite' | 'postgresql'

/**
 * The database client. The type of the SQLite client serves for both, because they have the same models. `$database` is
 * the same database for hand-written statements.
 */
export type Client = SqliteClient & { readonly $database: Database }

/** The client itself or one of its transactions, for repositories. */
export type Db = Prisma.TransactionClient

/** Keeps query values out of the client's error messages, which may be logged. */
const errorFormat = 'minimal'

/**
 * How long a transaction waits to start, in milliseconds. The store limits its duration, and that limit comes first:
 * see `clientLimitMillis`.
 */
const transactionOptions = { maxWait: 10_000 }

/** The provider of a database address: `file:` is SQLite, `postgresql:` PostgreSQL. */
export function providerOf(databaseUrl: string): Provider {
  return databaseUrl.startsWith('file:') ? 'sqlite' : 'postgresql'
}

/**
 * Connects to the database.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param poolSize connections to PostgreSQL (SQLite has one)
 * @param patience time limits for PostgreSQL; absent: those of commands
 */
export function connect(databaseUrl: string, poolSize = 10, patience?: Patience): Client {
  if (providerOf(databaseUrl) === 'sqlite') {
    const { factory, database, close } = openFile(databaseUrl)
    const client = new SqliteClient({ adapter: factory, transactionOptions, errorFormat })
    return complete(client, database, close)
  }
  const { pool, database, close } = openPool(databaseUrl, poolSize, patience)
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  const client = new PostgresqlClient({ adapter, transactionOptions, errorFormat }).$extends({
    // PostgreSQL's row ids are 64-bit integers; the program uses numbers (at most 2^53 - 1).
    query: { $allOperations: async ({ args, query }) => withNumbers(await query(args)) },
  })
  return complete(client as unknown as SqliteClient, database, close)
}

/**
 * Adds hand-written statements to the client. The client does not close their connection, because it may never have
 * opened one.
 */
function complete(client: SqliteClient, $database: Database, close: () => Promise<void>): Client {
  const disconnect = client.$disconnect.bind(client)
  const $disconnect = async () => {
    await disconnect()
    await close()
  }
  return Object.assign(client, { $database, $disconnect })
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

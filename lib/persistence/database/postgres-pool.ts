import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { sessionSettings } from './postgres-session.ts'

/** Time limits for the database, in milliseconds. */
export interface PostgresTimeouts {
  /** For getting a connection, new or from the pool. */
  readonly connectionMs?: number
  /** For the answer to a statement; a connection that stays silent for longer is closed. */
  readonly statementMs?: number
}

/** For commands and other work without a waiting client. */
const usualTimeouts = { connectionMs: 2_000, statementMs: 15_000 }
/** For requests: a request that meets a silent database is refused within five seconds. */
export const requestTimeouts: PostgresTimeouts = { statementMs: 3_500 }
/**
 * The database's own limit is this much shorter. A statement that continued after its request was refused would be
 * committed in the end. A refresh token would be spent, and its successor lost.
 */
const earlierMs = 500

/** The pool that Prisma and Kysely share. */
export function openPool(
  databaseUrl: string,
  poolSize: number,
  timeouts: PostgresTimeouts = {},
): PostgresPool {
  const { connectionMs, statementMs } = { ...usualTimeouts, ...timeouts }
  const pool = new PostgresPool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: connectionMs,
    query_timeout: statementMs,
    keepAlive: true,
    pipeline: true,
    onConnect: (client) => prepare(client, statementMs - earlierMs),
  })
  // The pool replaces an idle connection that breaks; its next user gets an error.
  pool.on('error', () => {})
  pool.on('release', (_, client) => closeInTransaction(client))
  return pool
}

/** A pool that reports which connection a transaction of Prisma has taken. */
export class PostgresPool extends pg.Pool {
  readonly #taken = new AsyncLocalStorage<{ client: pg.PoolClient | null }>()

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback)
      return undefined
    }
    const taken = this.#taken.getStore()
    return super.connect().then((client) => {
      if (taken) taken.client ??= client
      return client
    })
  }

  /** Runs work; `first` returns the first connection that the work has taken. */
  watchFirst<T>(work: (first: () => pg.PoolClient) => Promise<T>): Promise<T> {
    const taken: { client: pg.PoolClient | null } = { client: null }
    return this.#taken.run(taken, () =>
      work(() => {
        if (!taken.client) throw new Error('No transaction was begun.')
        return taken.client
      }),
    )
  }
}

/** Runs before a new connection is handed out. */
async function prepare(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  // A broken connection fails its next statement. Without a listener, its event would end the process.
  client.on('error', () => {})
  await client.query(`${sessionSettings}; SET statement_timeout = ${statementTimeoutMs}`)
}

/**
 * Keeps connections with an open transaction out of the pool. Prisma also releases a connection after a rollback
 * without an answer. The next user would then write into the refused transaction, and commit or lose both.
 */
function closeInTransaction(client: pg.PoolClient): void {
  if (client.getTransactionStatus() !== 'I') void client.end()
}

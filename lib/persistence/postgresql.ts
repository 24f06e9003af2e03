import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { outcomeLookup, requireCommitted } from './commit-outcome.ts'
import type { Database, EndableConnection } from './connection.ts'
import type { Outcome } from './exchange.ts'
import { jointTransactions } from './joint-transactions.ts'
import { isRefusal } from './postgresql-failures.ts'
import { sessionSettings } from './postgresql-session.ts'
import {
  type Ask,
  alone,
  connectionOf,
  type Prepare,
  preparedStatements,
  send,
} from './postgresql-statements.ts'
import { begin, idOf, terminate, transactionIdSql } from './postgresql-transaction.ts'

/** The connection that a beginning transaction received. */
interface Opening {
  client: pg.PoolClient | null
}

/** A pool of connections, and the database over it for hand-written statements. */
export interface OpenPool {
  readonly pool: pg.Pool
  readonly database: Database
  /** Closes the connections, unless they are already closed. */
  close(): Promise<void>
}

/** Time limits for the database, in milliseconds. */
export interface Patience {
  /** For getting a connection, new or from the pool. */
  readonly connectionMillis?: number
  /** For the answer to a statement; a connection that stays silent for longer is closed. */
  readonly statementMillis?: number
}

/** For commands and other work without a waiting client. */
const usualPatience = { connectionMillis: 2_000, statementMillis: 15_000 }
/** For requests: a request that meets a silent database is refused within five seconds. */
export const requestPatience: Patience = { statementMillis: 3_500 }
/**
 * The database's own limit is this much shorter. A statement that continued after its request was refused would be
 * committed in the end. A refresh token would be spent, and its successor lost.
 */
const earlierMillis = 500

/**
 * Opens a pool that the Prisma client shares. The client gets the connection of a transaction through `connect`, where
 * the transaction's hand-written statements learn its connection.
 */
export function openPool(databaseUrl: string, poolSize: number, patience: Patience = {}): OpenPool {
  const { connectionMillis, statementMillis } = { ...usualPatience, ...patience }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: connectionMillis,
    query_timeout: statementMillis,
    keepAlive: true,
    onConnect: (client) => prepare(client, statementMillis - earlierMillis),
  })
  const openings = new AsyncLocalStorage<Opening>()
  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (callback) return connect(callback)
    const opening = openings.getStore()
    return connect().then((client) => {
      keepOpenTransactionsOut(client)
      if (opening) opening.client ??= client
      return client
    })
  }) as typeof pool.connect
  // The pool replaces an idle connection that breaks; its next user gets an error.
  pool.on('error', () => {})
  const statements = preparedStatements()
  const lookUp = outcomeLookup(databaseUrl)
  const database: Database = {
    connection: connectionOf((asked) => alone(pool, asked), statements),
    transaction: jointTransactions({
      begin: async (timeoutMs) => begin(await pool.connect(), statements, { lookUp, timeoutMs }),
      isRefusal,
    }),
    async beginning<T>(begin: (opened: () => EndableConnection) => Promise<T>): Promise<T> {
      const opening: Opening = { client: null }
      let finished: { readonly result: unknown; readonly id: string | null } | null = null
      const opened = () => {
        if (!opening.client) throw new Error('No transaction was begun.')
        const { client } = opening
        const { ask, end, transactionId } = oneByOne(client, statements)
        return {
          connection: connectionOf(ask, statements),
          end,
          abort: () => terminate(client),
          finish(result: unknown) {
            finished = { result, id: transactionId() }
          },
        }
      }
      try {
        return await openings.run(opening, () => begin(opened))
      } catch (failure) {
        if (!finished) throw failure
        const { result, id } = finished as NonNullable<typeof finished>
        await requireCommitted(failure, id, lookUp)
        return result as T
      }
    },
  }
  const close = async () => {
    if (!pool.ending) await pool.end()
  }
  return { pool, database, close }
}

/** Runs before a new connection is handed out. */
async function prepare(client: pg.ClientBase, statementTimeoutMillis: number): Promise<void> {
  // A broken connection fails its next statement. Without a listener, its event would end the process.
  client.on('error', () => {})
  await client.query(`${sessionSettings}; SET statement_timeout = ${statementTimeoutMillis}`)
}

/**
 * Lets a connection return to the pool only outside a transaction. The client also releases it after a rollback without
 * an answer. The next user would then write into the refused transaction, and commit or lose both.
 */
function keepOpenTransactionsOut(client: pg.PoolClient): void {
  const release = client.release
  client.release = (failure) => release(failure || client.getTransactionStatus() !== 'I')
}

/** The hand-written statements of a transaction that the client has begun. */
interface OneByOne {
  readonly ask: Ask
  end(): void
  /** Null before the first answer. */
  transactionId(): string | null
}

/**
 * Sends each statement after the answer to the previous one, because the driver's queue is deprecated. After a failure
 * or the end of the transaction, unsent statements are dropped, because they would run on their own. The first
 * statement also fetches the transaction's id, which the client's own statements cannot do.
 */
function oneByOne(client: pg.PoolClient, statementOf: Prepare): OneByOne {
  const idAsked = { statement: statementOf(transactionIdSql), parameters: [] }
  let isOver = false
  let transactionId: string | null = null
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask(asked) {
      const mine = last.then(async () => {
        if (isOver) throw new Error('The transaction is over.')
        if (transactionId !== null) return alone(client, asked)
        const [id, outcome] = await send(client, [idAsked, asked])
        transactionId = idOf(id)
        return outcome as Outcome
      })
      last = mine
      return mine
    },
    end() {
      isOver = true
    },
    transactionId: () => transactionId,
  }
}

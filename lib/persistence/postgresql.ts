import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { askedTogether } from './coalesce.ts'
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

/** What a beginning transaction was given. */
interface Opening {
  client: pg.PoolClient | null
}

/** A pool of connections, and the database over it for statements written by hand. */
export interface OpenPool {
  readonly pool: pg.Pool
  readonly database: Database
  /** Closes the connections, unless somebody has done so. */
  close(): Promise<void>
}

/** How long the database is waited for, in milliseconds. */
export interface Patience {
  /** For a connection: a new one, or one that others use. */
  readonly connectionMillis?: number
  /** For the answer to a statement: a connection that stays silent for longer is closed. */
  readonly statementMillis?: number
}

/** Of commands, and of whatever else nobody waits for. */
const usualPatience = { connectionMillis: 2_000, statementMillis: 15_000 }
/** Of requests: one that meets a silent database is refused within five seconds. */
export const requestPatience: Patience = { statementMillis: 3_500 }
/**
 * The database gives up this much earlier than we do. A statement that it went on with, after its request was refused,
 * would be committed in the end: a refresh token spent, and its successor with nobody.
 */
const earlierMillis = 500

/**
 * Opens a pool that the Prisma client shares. The client takes its connection for a transaction out
 * of it by `connect`: that is where a transaction's own statements learn which one it is.
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
  // A connection that breaks while nobody uses it is replaced; whoever asks next hears of it.
  pool.on('error', () => {})
  const statements = preparedStatements()
  const lookUp = outcomeLookup(databaseUrl)
  const database: Database = {
    connection: connectionOf(
      (asked) => alone(pool, asked),
      statements,
      askedTogether((asked) => send(pool, asked)),
    ),
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

/** Before a new connection is handed out. */
async function prepare(client: pg.ClientBase, statementTimeoutMillis: number): Promise<void> {
  // A connection that breaks says so to its next statement; unheard it would end the process.
  client.on('error', () => {})
  await client.query(`${sessionSettings}; SET statement_timeout = ${statementTimeoutMillis}`)
}

/**
 * Lets a connection back into the pool only when it is in no transaction. The client gives it back after a rollback
 * that nobody answered, too: whoever got it next would write into what was refused, and keep or lose both.
 */
function keepOpenTransactionsOut(client: pg.PoolClient): void {
  const release = client.release
  client.release = (failure) => release(failure || client.getTransactionStatus() !== 'I')
}

/** The statements by hand of a transaction that the client has begun. */
interface OneByOne {
  readonly ask: Ask
  end(): void
  /** Null before the first statement was answered. */
  transactionId(): string | null
}

/**
 * Sends each statement when the one before is answered: the driver no longer wants to keep them waiting.
 * When one fails, or the transaction is over, those not sent yet never are: they would run by themselves.
 * The first takes the question for the transaction's id along: the client's own statements cannot.
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

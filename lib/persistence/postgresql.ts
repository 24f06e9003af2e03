import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Database } from './connection.ts'
import { jointTransactions } from './joint-transactions.ts'
import { sessionSettings } from './postgresql-session.ts'
import { type Ask, alone, connectionOf, preparedStatements, send } from './postgresql-statements.ts'
import { begin, breakOff, isRefusal } from './postgresql-transaction.ts'
import { askedTogether } from './shared-work.ts'

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

const connectionTimeoutMillis = 2_000
/** No statement may take longer than a transaction: a database that went silent would hold it for ever. */
const answerTimeoutMillis = 15_000
/**
 * The database gives up before we do. A statement that it went on with, after its request was refused, would be
 * committed in the end: a refresh token spent, and its successor with nobody.
 */
const statementTimeoutMillis = answerTimeoutMillis - 1_000

/**
 * Opens a pool that the Prisma client shares. The client takes its connection for a transaction out
 * of it by `connect`: that is where a transaction's own statements learn which one it is.
 */
export function openPool(
  databaseUrl: string,
  poolSize: number,
  patienceMillis = connectionTimeoutMillis,
): OpenPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: patienceMillis,
    query_timeout: answerTimeoutMillis,
    keepAlive: true,
    onConnect: prepare,
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
  const database: Database = {
    connection: connectionOf(
      (asked) => alone(pool, asked),
      statements,
      askedTogether((asked) => send(pool, asked)),
    ),
    transaction: jointTransactions({
      begin: async (patienceMillis) => begin(await pool.connect(), statements, patienceMillis),
      isRefusal,
    }),
    beginning(begin) {
      const opening: Opening = { client: null }
      return openings.run(opening, () =>
        begin(() => {
          if (!opening.client) throw new Error('No transaction was begun.')
          const { client } = opening
          const { ask, end } = oneByOne(client)
          const giveUp = () => breakOff(client)
          return { connection: connectionOf(ask, statements), end, giveUp }
        }),
      )
    },
  }
  const close = async () => {
    if (!pool.ending) await pool.end()
  }
  return { pool, database, close }
}

/** Before a new connection is handed out. */
async function prepare(client: pg.ClientBase): Promise<void> {
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

/**
 * Sends each statement when the one before is answered: the driver no longer wants to keep them waiting.
 * When one fails, or the transaction is over, those not sent yet never are: they would run by themselves.
 */
function oneByOne(client: pg.PoolClient): { ask: Ask; end(): void } {
  let isOver = false
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask(asked) {
      const mine = last.then(() => {
        if (isOver) throw new Error('The transaction is over.')
        return alone(client, asked)
      })
      last = mine
      return mine
    },
    end() {
      isOver = true
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Connection, Database, Value } from './connection.ts'
import { type Begun, inTransaction } from './statement-transaction.ts'

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
const statementTimeoutMillis = 15_000

/**
 * Opens a pool that the Prisma client shares. The client takes its connection for a transaction out
 * of it by `connect`: that is where a transaction's own statements learn which one it is.
 */
export function openPool(databaseUrl: string, poolSize: number): OpenPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis,
    query_timeout: statementTimeoutMillis,
    keepAlive: true,
  })
  const openings = new AsyncLocalStorage<Opening>()
  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (callback) return connect(callback)
    const opening = openings.getStore()
    return connect().then((client) => {
      if (opening) opening.client ??= client
      return client
    })
  }) as typeof pool.connect
  // A connection that breaks while nobody uses it is replaced; whoever asks next hears of it.
  pool.on('error', () => {})
  const statements = preparedStatements()
  const database: Database = {
    connection: over(pool, statements),
    async transaction(work, limitMillis) {
      const begun = await begin(await pool.connect(), statements)
      return inTransaction(begun, work, limitMillis)
    },
    beginning(begin) {
      const opening: Opening = { client: null }
      return openings.run(opening, () =>
        begin(() => {
          if (!opening.client) throw new Error('No transaction was begun.')
          return over(opening.client, statements)
        }),
      )
    },
  }
  const close = async () => {
    if (!pool.ending) await pool.end()
  }
  return { pool, database, close }
}

/** Begins a transaction; its end gives the connection back. */
async function begin(client: pg.PoolClient, prepare: Prepare): Promise<Begun> {
  // A connection that breaks says so to its next statement; unheard it would end the process.
  const ignore = () => {}
  client.on('error', ignore)
  const release = (isBroken = false) => {
    client.off('error', ignore)
    client.release(isBroken)
  }
  const send = async (command: string) => {
    try {
      await client.query(command)
    } catch (error) {
      // Nobody knows in what state it is.
      release(true)
      throw error
    }
  }
  await send('BEGIN')
  let isOver = false
  const end = async (command: string) => {
    if (isOver) return
    isOver = true
    await send(command)
    release()
  }
  return {
    connection: over(client, prepare),
    keep: () => end('COMMIT'),
    undo: () => end('ROLLBACK').catch(() => {}),
  }
}

type Prepare = (sql: string) => Prepared

/** A statement under the name by which the server keeps it prepared. */
interface Prepared {
  readonly name: string
  readonly text: string
}

/** Gives each text its name; parameters are numbered there. */
function preparedStatements(): Prepare {
  const known = new Map<string, Prepared>()
  return (sql) => {
    let found = known.get(sql)
    if (!found) {
      let count = 0
      const text = sql.replaceAll('?', () => `$${++count}`)
      found = { name: `direct_${known.size + 1}`, text }
      known.set(sql, found)
    }
    return found
  }
}

function over(client: pg.Pool | pg.PoolClient, prepare: Prepare): Connection {
  const ask = (sql: string, values: readonly Value[]) =>
    client.query<unknown[]>({
      ...prepare(sql),
      values: values.map(asParameter),
      rowMode: 'array',
      types: typeParsers,
    })
  return {
    rows: async (sql, values) => (await ask(sql, values)).rows,
    run: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
    clock: "(clock_timestamp() AT TIME ZONE 'UTC')",
    readDate: (value) => value as Date,
    wideJoins: true,
  }
}

/** Times go as UTC: columns of times have no zone, and the driver would write the machine's. */
function asParameter(value: Value): unknown {
  return value instanceof Date ? value.toISOString() : value
}

const { builtins } = pg.types
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  // Row ids: the program works with numbers (at most 2^53 - 1).
  [builtins.INT8]: Number,
  [builtins.TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
}
const typeParsers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[type]) || pg.types.getTypeParser(type, format as 'text'),
}

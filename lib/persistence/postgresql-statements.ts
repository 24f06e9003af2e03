import pg from 'pg'
import type { Connection, Value } from './connection.ts'
import {
  type Asked,
  type Column,
  Exchange,
  type Outcome,
  type Parameter,
  type Prepared,
  type Reader,
} from './exchange.ts'

/** Sends a statement, alone or with others. */
export type Ask = (asked: Asked) => Promise<Outcome>
/** Makes a prepared statement from a text. */
export type Prepare = (sql: string) => Prepared

/** Gives each text a name, and numbers its parameters. */
export function preparedStatements(): Prepare {
  const known = new Map<string, Prepared>()
  return (sql) => {
    let found = known.get(sql)
    if (!found) {
      let count = 0
      const text = sql.replaceAll('?', () => `$${++count}`)
      found = { name: `direct_${known.size + 1}`, text, columns: null }
      known.set(sql, found)
    }
    return found
  }
}

/** Sends statements in one round trip. */
export function send(
  client: pg.Pool | pg.PoolClient,
  asked: readonly Asked[],
): Promise<readonly Outcome[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>()
  const exchange = new Exchange(asked, readerOf)
  const done = (error: Error | null, outcomes: readonly Outcome[]) =>
    error ? reject(error) : resolve(outcomes)
  client.query(exchange as never, [], done as never)
  return promise
}

/** Sends one statement. */
export async function alone(client: pg.Pool | pg.PoolClient, asked: Asked): Promise<Outcome> {
  const [outcome] = await send(client, [asked])
  return outcome as Outcome
}

/** A connection on top of a function that sends statements. */
export function connectionOf(ask: Ask, prepare: Prepare): Connection {
  const asked = (sql: string, values: readonly Value[]): Asked => ({
    statement: prepare(sql),
    parameters: values.map(asParameter),
  })
  return {
    rows: async (sql, values) => (await ask(asked(sql, values))).rows,
    async query(sql, values) {
      const statement = asked(sql, values)
      const { rows, count } = await ask(statement)
      return { rows: rows.map((row) => asObject(statement.statement.columns ?? [], row)), count }
    },
    run: async (sql, values) => (await ask(asked(sql, values))).count,
  }
}

function asObject(columns: readonly Column[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) object[(columns[i] as Column).field] = row[i]
  return object
}

/** Times are sent as UTC, because time columns have no zone. */
function asParameter(value: Value): Parameter {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return String(value)
}

/** The original `Date`: Next's wrapper makes `new Date` several times as expensive. */
const PlainDate = Date

const { builtins } = pg.types
const readers: Readonly<Record<number, Reader>> = {
  // Row ids: the program uses numbers (at most 2^53 - 1).
  [builtins.INT8]: Number,
  [builtins.TIMESTAMP]: (text) => new PlainDate(`${text.replace(' ', 'T')}Z`),
}

function readerOf(type: number): Reader {
  return readers[type] ?? pg.types.getTypeParser(type, 'text')
}

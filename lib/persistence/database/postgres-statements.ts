import type { QueryResult } from 'kysely'
import pg from 'pg'
import { fieldName } from './names.ts'

/** The original `Date`: Next's wrapper makes `new Date` several times as expensive. */
const PlainDate = Date

const names = new Map<string, string>()

/**
 * A statement that the connection prepares once and keeps under a name. The texts are few, because every value is a
 * parameter.
 */
export function preparedQuery(
  sql: string,
  parameters: readonly unknown[],
): pg.QueryArrayConfig<unknown[]> {
  let name = names.get(sql)
  if (name === undefined) {
    name = `kysely_${names.size + 1}`
    names.set(sql, name)
  }
  return { name, text: sql, values: parameters.map(asParameter), rowMode: 'array', types }
}

/** The rows under the program's names of their columns. */
export function resultOf<R>({ fields, rows, rowCount }: pg.QueryArrayResult): QueryResult<R> {
  const columns = fields.map(({ name }) => fieldName(name))
  const asObject = (row: readonly unknown[]) => {
    const object: Record<string, unknown> = {}
    for (let i = 0; i < columns.length; i++) object[columns[i] as string] = row[i]
    return object as R
  }
  return { rows: rows.map(asObject), numAffectedRows: BigInt(rowCount ?? 0) }
}

/** Times are sent as UTC, because time columns have no zone. */
function asParameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (!(value instanceof Uint8Array)) return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

const { builtins } = pg.types

const readers: Readonly<Record<number, (text: string) => unknown>> = {
  // Row ids: the program uses numbers (at most 2^53 - 1).
  [builtins.INT8]: Number,
  [builtins.TIMESTAMP]: (text) => new PlainDate(`${text.replace(' ', 'T')}Z`),
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => readers[type] ?? pg.types.getTypeParser(type, 'text'),
}

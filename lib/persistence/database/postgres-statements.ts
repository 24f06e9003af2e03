import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { rowReader } from './row-reader.ts'
import { isHandWritten } from './tables.ts'

/** The original `Date`: Next's wrapper makes `new Date` several times as expensive. */
const PlainDate = Date

/** A text, with the name by which connections keep it prepared; a hand-written one has none. */
export interface PostgresStatement {
  readonly name: string | undefined
  readonly text: string
  /** Known after the first result, because every result describes the same columns. */
  read: ReturnType<typeof rowReader> | null
}

const statements = new Map<string, PostgresStatement>()
/** Distinguishes the names of statements that were prepared again. */
let generation = 1

/** The texts of the query builder are few, because every value is a parameter. */
export function statementOf(query: CompiledQuery): PostgresStatement {
  const { sql: text } = query
  if (isHandWritten(query)) return { name: undefined, text, read: null }
  let statement = statements.get(text)
  if (!statement) {
    statement = { name: `kysely_${generation}_${statements.size + 1}`, text, read: null }
    statements.set(text, statement)
  }
  return statement
}

/**
 * Lets every connection prepare all statements again, under other names: one migration changes many tables.
 * @param outdated the statement that the database refused; if another connection was first, nothing happens
 */
export function prepareAgain(outdated: PostgresStatement): void {
  if (statements.get(outdated.text) !== outdated) return
  statements.clear()
  generation++
}

export function queryOf(
  { name, text }: PostgresStatement,
  parameters: readonly unknown[],
): pg.QueryArrayConfig<unknown[]> {
  return { name, text, values: parameters.map(asParameter), rowMode: 'array', types }
}

export function resultOf<R>(
  statement: PostgresStatement,
  { fields, rows, rowCount }: pg.QueryArrayResult,
): QueryResult<R> {
  // The driver has read the values already.
  const read = statement.read ?? rowReader(fields.map(({ name }) => ({ name, read: asIs })))
  if (fields.length > 0) statement.read = read
  return { rows: rows.map(read) as R[], numAffectedRows: BigInt(rowCount ?? 0) }
}

function asIs(value: unknown): unknown {
  return value
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

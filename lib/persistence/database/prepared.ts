import { type CompiledQuery, type QueryResult, SqliteAdapter } from 'kysely'
import type { Queries } from './tables.ts'

/** Stands for a value that each execution supplies. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

/** A query of frequent requests, which is built and compiled once for each database. */
export interface PreparedQuery<Values, R> {
  all(queries: Queries, values: Values): Promise<R[]>
  first(queries: Queries, values: Values): Promise<R | null>
  /** For an insertion, which always returns its row. */
  one(queries: Queries, values: Values): Promise<R>
  /** The number of rows that a change affected. */
  count(queries: Queries, values: Values): Promise<number>
}

interface Compilable<R> {
  compile(): CompiledQuery<R>
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Builds and compiles a query once: that takes Kysely longer than the database takes to answer.
 * @param build builds the query with `value('name')` in place of each value; its shape must not depend on a value
 */
export function prepared<Values extends object, R>(
  build: (queries: Queries, value: ValueOf<Values>) => Compilable<R>,
): PreparedQuery<Values, R> {
  const value = ((name: string) => new Placeholder(name)) as unknown as ValueOf<Values>
  return compiledOnce(
    () => '',
    (queries) => build(queries, value),
  )
}

/**
 * As `prepared`, for a query whose shape depends on which values are given, such as the columns of an insertion. It is
 * compiled once for each set of names. The names must come from the program: the compiled queries stay in memory.
 * @param build builds the query with a placeholder for each given value, by name
 */
export function preparedByColumns<Values extends object, R>(
  build: (queries: Queries, given: Values) => Compilable<R>,
): PreparedQuery<Values, R> {
  return compiledOnce(
    (values) => Object.keys(values).join(),
    (queries, values) => {
      const given = Object.keys(values).map((name) => [name, new Placeholder(name)])
      return build(queries, Object.fromEntries(given) as Values)
    },
  )
}

function compiledOnce<Values extends object, R>(
  shapeOf: (values: Values) => string,
  build: (queries: Queries, values: Values) => Compilable<R>,
): PreparedQuery<Values, R> {
  const compiled = new Map<string, CompiledQuery<R>>()
  const execute = (queries: Queries, values: Values): Promise<QueryResult<R>> => {
    const isSqlite = queries.getExecutor().adapter instanceof SqliteAdapter
    const key = `${isSqlite} ${shapeOf(values)}`
    let query = compiled.get(key)
    if (!query) {
      query = build(queries, values).compile()
      compiled.set(key, query)
    }
    return queries.executeQuery({ ...query, parameters: query.parameters.map(withValue(values)) })
  }
  return {
    all: async (queries, values) => (await execute(queries, values)).rows,
    first: async (queries, values) => (await execute(queries, values)).rows[0] ?? null,
    one: async (queries, values) => (await execute(queries, values)).rows[0] as R,
    count: async (queries, values) => Number((await execute(queries, values)).numAffectedRows ?? 0),
  }
}

function withValue(values: object): (parameter: unknown) => unknown {
  return (parameter) =>
    parameter instanceof Placeholder
      ? (values as Readonly<Record<string, unknown>>)[parameter.name]
      : parameter
}

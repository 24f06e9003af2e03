import { type Rows, tables } from './generated/tables.ts'

export type { Rows } from './generated/tables.ts'

/** Name of a model. */
export type Model = keyof Rows

/**
 * What a new row is made of: nullable columns may be left out, and those that the database fills in.
 */
export type NewRow<Row, Filled extends keyof Row = never> = Partial<Row> & {
  [K in keyof Row as null extends Row[K] ? never : K extends Filled | 'id' ? never : K]: Row[K]
}

type ScalarType = 'Int' | 'String' | 'Boolean' | 'DateTime' | 'Bytes'

/** One column of a table, as statements need it. */
export interface Column {
  /** As the program calls it. */
  readonly field: string
  /** As the table calls it, in quotes. */
  readonly column: string
  readonly type: ScalarType
  /** Whether the clock fills it in: once, or with every change. */
  readonly clock: '' | 'created' | 'updated'
}

/** A table and how its rows are read. */
export interface Table {
  /** In quotes. */
  readonly name: string
  readonly columns: readonly Column[]
  readonly byField: ReadonlyMap<string, Column>
  /** Every column with its table, for the list of a `SELECT`. */
  readonly selection: string
}

/** Every table by its model. */
export const tableOf: Readonly<Record<Model, Table>> = Object.fromEntries(
  Object.entries(tables).map(([model, { table, fields }]) => [model, describe(table, fields)]),
) as Record<Model, Table>

function describe(
  table: string,
  fields: readonly (readonly [string, string, ScalarType, Column['clock']])[],
): Table {
  const name = `"${table}"`
  const columns = fields.map(([field, column, type, clock]) => ({
    field,
    column: `"${column}"`,
    type,
    clock,
  }))
  return {
    name,
    columns,
    byField: new Map(columns.map((column) => [column.field, column])),
    selection: columns.map(({ column }) => `${name}.${column}`).join(', '),
  }
}

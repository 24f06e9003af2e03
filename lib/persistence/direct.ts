import type { Connection, Value } from './connection.ts'
import { type Column, type Model, type Rows, tableOf } from './tables.ts'

/** A value that the database looks up while it writes: of a row that the same round trip makes, for example. */
export class LookedUp {
  readonly sql: string
  readonly values: readonly Value[]

  /** @param sql a `SELECT` of one value, in parentheses */
  constructor(sql: string, ...values: Value[]) {
    this.sql = sql
    this.values = values
  }
}

/** A row in the making, or a part of one: fields that are absent are left to the database. */
export type Fields<M extends Model> = {
  readonly [K in keyof Rows[M]]?: Rows[M][K] | LookedUp | undefined
}

/** What is read of a table: whole rows, or some fields, of which the first is never null. */
type Piece = Model | readonly [model: Model, ...fields: string[]]

/** The rows of several tables that stand side by side; null where an outer join found none. */
type Joined<Pieces extends readonly Piece[]> = {
  [I in keyof Pieces]: RowOf<Pieces[I]> | null
}

type RowOf<P> = P extends Model
  ? Rows[P]
  : P extends readonly [infer M extends Model, ...infer Names extends string[]]
    ? Pick<Rows[M], Names[number] & keyof Rows[M]>
    : never

/**
 * Statements that go around the client: on the paths that are asked most, where what the client does
 * for a query (compile, plan, check, map) costs many times the query itself. Conditions are written
 * in SQL that both databases understand, values are `?`.
 */
export interface Direct {
  /** The row that a key finds. @param rest what follows `FROM <table>` */
  one<M extends Model>(model: M, rest: string, ...values: Value[]): Promise<Rows[M] | null>
  all<M extends Model>(model: M, rest: string, ...values: Value[]): Promise<Rows[M][]>
  /** Some fields of each row, for what is large or secret. */
  some<M extends Model, K extends keyof Rows[M] & string>(
    model: M,
    fields: readonly K[],
    rest: string,
    ...values: Value[]
  ): Promise<Pick<Rows[M], K>[]>
  /** @param from the whole `FROM` with its joins; tables under their own names */
  joined<const Pieces extends readonly Piece[]>(
    pieces: Pieces,
    from: string,
    ...values: Value[]
  ): Promise<Joined<Pieces>[]>
  /** The same for what a key finds: at most one row. */
  oneJoined<const Pieces extends readonly Piece[]>(
    pieces: Pieces,
    from: string,
    ...values: Value[]
  ): Promise<Joined<Pieces> | null>
  /** True when there is such a row. @param from the whole `FROM` with its condition */
  has(from: string, ...values: Value[]): Promise<boolean>
  /** How many rows there are; counting stops at a limit. @param from the whole `FROM` with its condition and order */
  count(from: string, limit: number, ...values: Value[]): Promise<number>
  /** The id of a row that is going to be inserted in this transaction, for what has to name it before. */
  newId(model: Model): Promise<number>
  /** Inserts a row and returns it as it stands. */
  insert<M extends Model>(model: M, fields: Fields<M>): Promise<Rows[M]>
  /** Inserts rows of the same fields in one statement. */
  insertAll<M extends Model>(model: M, rows: readonly Fields<M>[]): Promise<void>
  /** Changes fields and returns how many rows it met. @param rest the condition */
  change<M extends Model>(
    model: M,
    fields: Fields<M>,
    rest: string,
    ...values: Value[]
  ): Promise<number>
  /** Changes fields of one row and returns it as it then stands; null when the condition met none. */
  changed<M extends Model>(
    model: M,
    fields: Fields<M>,
    rest: string,
    ...values: Value[]
  ): Promise<Rows[M] | null>
  /** Changes fields and returns one field of every row that it met. */
  changedEach<M extends Model, K extends keyof Rows[M] & string>(
    model: M,
    fields: Fields<M>,
    returned: K,
    rest: string,
    ...values: Value[]
  ): Promise<Rows[M][K][]>
  /** Removes rows and returns one field of each. */
  removedEach<M extends Model, K extends keyof Rows[M] & string>(
    model: M,
    returned: K,
    rest: string,
    ...values: Value[]
  ): Promise<Rows[M][K][]>
  run(sql: string, ...values: Value[]): Promise<number>
  /** The connection's own expression of the present moment. */
  readonly clock: string
}

/** The statements over a connection. */
export function direct(connection: Connection): Direct {
  const { clock } = connection
  const read = <M extends Model>(model: M, row: readonly unknown[]) =>
    readRow(connection, tableOf[model].columns, row, 0) as unknown as Rows[M]
  /** The row that a statement has written. */
  const returned = async <M extends Model>(model: M, sql: string, values: readonly Value[]) => {
    const [row] = await connection.rows(`${sql} RETURNING ${tableOf[model].selection}`, values)
    return row ? read(model, row) : null
  }
  /** One field of every row that a statement met. */
  const returnedEach = async <M extends Model, K extends keyof Rows[M] & string>(
    model: M,
    field: K,
    sql: string,
    values: readonly Value[],
  ) => {
    const columns = [tableOf[model].byField.get(field)].flatMap((column) => column ?? [])
    const list = columns.map(({ column }) => column).join(', ')
    const rows = await connection.rows(`${sql} RETURNING ${list}`, values)
    return rows.map((row) => readRow(connection, columns, row, 0)[field] as Rows[M][K])
  }
  return {
    clock,
    async one(model, rest, ...values) {
      const row = await connection.row(wholeRows(model, rest), values)
      return row ? read(model, row) : null
    },
    async all(model, rest, ...values) {
      const rows = await connection.rows(wholeRows(model, rest), values)
      return rows.map((row) => read(model, row))
    },
    async some(model, fields, rest, ...values) {
      const { name, byField } = tableOf[model]
      const columns = fields.flatMap((field) => byField.get(field) ?? [])
      const list = columns.map(({ column }) => column).join(', ')
      const rows = await connection.rows(`SELECT ${list} FROM ${name} ${rest}`, values)
      return rows.map((row) => readRow(connection, columns, row, 0) as never)
    },
    async joined<const Pieces extends readonly Piece[]>(
      pieces: Pieces,
      from: string,
      ...values: Value[]
    ) {
      const selection = joinOf(pieces, from)
      const rows = await connection.rows(selection.sql, values)
      return rows.map((row) => readJoined(connection, selection.pieces, row) as Joined<Pieces>)
    },
    async oneJoined<const Pieces extends readonly Piece[]>(
      pieces: Pieces,
      from: string,
      ...values: Value[]
    ) {
      const selection = joinOf(pieces, from)
      const row = await connection.row(selection.sql, values)
      return row ? (readJoined(connection, selection.pieces, row) as Joined<Pieces>) : null
    },
    has: async (from, ...values) =>
      (await connection.rows(`SELECT 1 ${from} LIMIT 1`, values)).length > 0,
    async count(from, limit, ...values) {
      const sql = `SELECT COUNT(*) FROM (SELECT 1 ${from} LIMIT ?) AS counted`
      const [row] = await connection.rows(sql, [...values, limit])
      return Number(row?.[0] ?? 0)
    },
    async newId(model) {
      const [row] = await connection.rows(
        `SELECT ${connection.idFor(tableOf[model].name.replaceAll('"', ''))}`,
        [],
      )
      return row?.[0] as number
    },
    async insert(model, fields) {
      const { sql, values } = insertion(model, [fields], clock)
      const row = await returned(model, sql, values)
      if (!row) throw new Error('An inserted row was not returned.')
      return row
    },
    async insertAll(model, rows) {
      const { sql, values } = insertion(model, rows, clock)
      await connection.run(sql, values)
    },
    change(model, fields, rest, ...values) {
      const { sql, values: changed } = alteration(model, fields, clock)
      return connection.run(`${sql} ${rest}`, [...changed, ...values])
    },
    async changed(model, fields, rest, ...values) {
      const { sql, values: changes } = alteration(model, fields, clock)
      return returned(model, `${sql} ${rest}`, [...changes, ...values])
    },
    async changedEach<M extends Model, K extends keyof Rows[M] & string>(
      model: M,
      fields: Fields<M>,
      returned: K,
      rest: string,
      ...values: Value[]
    ) {
      const { sql, values: changes } = alteration(model, fields, clock)
      return returnedEach(model, returned, `${sql} ${rest}`, [...changes, ...values])
    },
    removedEach: (model, returned, rest, ...values) =>
      returnedEach(model, returned, `DELETE FROM ${tableOf[model].name} ${rest}`, values),
    run: (sql, ...values) => connection.run(sql, values),
  }
}

/** A `SELECT` and the columns of its pieces, in their order. */
interface Selection {
  readonly sql: string
  readonly pieces: readonly (readonly Column[])[]
}

/** Selections by what they read and where: made once, so that their texts are found again by identity. */
const selections = new Map<string, Map<string, Selection>>()

function selectionOf(what: string, from: string, compose: () => Selection): Selection {
  let ofWhat = selections.get(what)
  if (!ofWhat) {
    ofWhat = new Map()
    selections.set(what, ofWhat)
  }
  let selection = ofWhat.get(from)
  if (selection === undefined) {
    selection = compose()
    ofWhat.set(from, selection)
  }
  return selection
}

/** The text that selects all columns. @param rest what follows `FROM <table>` */
function wholeRows(model: Model, rest: string): string {
  const compose = () => {
    const { name, columns, selection } = tableOf[model]
    return { sql: `SELECT ${selection} FROM ${name} ${rest}`, pieces: [columns] }
  }
  return selectionOf(model, rest, compose).sql
}

function joinOf(pieces: readonly Piece[], from: string): Selection {
  return selectionOf(pieces.join(), from, () => join(pieces, from))
}

function join(pieces: readonly Piece[], from: string): Selection {
  const lists: string[] = []
  const columnsOfPieces = pieces.map((piece) => {
    const [model, ...fields] = typeof piece === 'string' ? [piece] : piece
    const { name, columns, byField } = tableOf[model]
    const read = fields.length === 0 ? columns : fields.flatMap((field) => byField.get(field) ?? [])
    lists.push(...read.map(({ column }) => `${name}.${column}`))
    return read
  })
  return { sql: `SELECT ${lists.join(', ')} ${from}`, pieces: columnsOfPieces }
}

/** Reads columns of a row, of which the first stands at `offset`. */
function readRow(
  connection: Connection,
  columns: readonly Column[],
  values: readonly unknown[],
  offset: number,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) {
    const { field, type } = columns[i] as Column
    const value = values[offset + i]
    if (value === null) row[field] = null
    else if (type === 'DateTime') row[field] = connection.readDate(value)
    else if (type === 'Boolean') row[field] = value === true || value === 1
    else row[field] = value
  }
  return row
}

function readJoined(
  connection: Connection,
  pieces: Selection['pieces'],
  values: readonly unknown[],
) {
  let offset = 0
  return pieces.map((columns) => {
    const begin = offset
    offset += columns.length
    // The first column is the id, or another that no row lacks.
    return values[begin] === null ? null : readRow(connection, columns, values, begin)
  })
}

interface Written {
  readonly sql: string
  readonly values: readonly Value[]
}

/** The clock's fields are filled in by the database where they are not given. */
function insertion<M extends Model>(model: M, rows: readonly Fields<M>[], clock: string): Written {
  const { name, columns } = tableOf[model]
  const given = fieldsOf(model, rows[0] ?? {})
  const clocked = columns.filter((column) => column.clock !== '' && !given.includes(column))
  const list = [...given, ...clocked].map(({ column }) => column).join(', ')
  const tuple = (row: Fields<M>) =>
    `(${[...given.map((column) => placeOf(column, row)), ...clocked.map(() => clock)].join(', ')})`
  return {
    sql: `INSERT INTO ${name} (${list}) VALUES ${rows.map(tuple).join(', ')}`,
    values: rows.flatMap((fields) => valuesOf(given, fields)),
  }
}

function alteration<M extends Model>(model: M, fields: Fields<M>, clock: string): Written {
  const { name, columns } = tableOf[model]
  const given = fieldsOf(model, fields)
  const clocked = columns.filter((column) => column.clock === 'updated' && !given.includes(column))
  const set = [
    ...given.map((column) => `${column.column} = ${placeOf(column, fields)}`),
    ...clocked.map(({ column }) => `${column} = ${clock}`),
  ]
  return { sql: `UPDATE ${name} SET ${set.join(', ')}`, values: valuesOf(given, fields) }
}

/** The columns of the fields that are given, in the order of the table: few texts for many callers. */
function fieldsOf<M extends Model>(model: M, fields: Fields<M>): Column[] {
  const { columns, byField } = tableOf[model]
  const sought: Readonly<Record<string, unknown>> = fields
  const stranger = Object.keys(fields).find((field) => !byField.has(field))
  if (stranger !== undefined) throw new Error(`${model} has no field '${stranger}'.`)
  return columns.filter(({ field }) => sought[field] !== undefined)
}

function valuesOf(columns: readonly Column[], fields: object): Value[] {
  const sought = fields as Readonly<Record<string, Value | LookedUp>>
  const values: Value[] = []
  for (const { field } of columns) {
    const value = sought[field] ?? null
    if (value instanceof LookedUp) values.push(...value.values)
    else values.push(value)
  }
  return values
}

/** What stands for a field's value in the text of a statement. */
function placeOf({ field }: Column, fields: object): string {
  const value = (fields as Readonly<Record<string, unknown>>)[field]
  return value instanceof LookedUp ? value.sql : '?'
}

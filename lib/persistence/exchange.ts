import type pg from 'pg'
import { fieldName } from './database/names.ts'

/** A statement under the name by which the database keeps it prepared. */
export interface Prepared {
  readonly name: string
  /** With parameters `$1`, `$2`, … */
  readonly text: string
  /** Its columns, as the database once described them; null until it did. */
  columns: readonly Column[] | null
}

/** A column of a statement's rows. */
export interface Column {
  /** As the program calls it. */
  readonly field: string
  readonly read: Reader
}

/** Makes a value of a column's text. */
export type Reader = (text: string) => unknown

/** A statement to be executed. */
export interface Asked {
  readonly statement: Prepared
  readonly parameters: readonly Parameter[]
}

/** What goes over the wire: text, or bytes as they are. */
export type Parameter = string | Buffer | null

/** What came of a statement. */
export interface Outcome {
  readonly rows: unknown[][]
  /** How many rows it gave or changed. */
  readonly count: number
}

interface Description {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

interface DataRow {
  readonly fields: readonly (string | null)[]
}

/** Which statements a connection has prepared. */
const prepared = new WeakMap<pg.Connection, Set<Prepared>>()

/**
 * Statements that go to the database together and whose outcomes come back together: one round trip
 * (the extended query protocol with a single Sync). When one fails the rest is not executed. The
 * driver hands it the messages that answer it, as it does for its own queries; those describe the
 * columns each time, which for a wide row costs more than the row, so here they are described once.
 */
export class Exchange implements pg.Submittable {
  /** Set by the driver. */
  callback?: (error: Error | null, outcomes?: readonly Outcome[]) => void
  readonly asked: readonly Asked[]
  readonly #readerOf: (type: number) => Reader
  readonly #outcomes: Outcome[] = []
  #rows: unknown[][] = []

  /** @param readerOf how a column of a type (its object identifier) is read */
  constructor(asked: readonly Asked[], readerOf: (type: number) => Reader) {
    this.asked = asked
    this.#readerOf = readerOf
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork()
    try {
      for (const one of this.asked) send(connection, one)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: Description): void {
    const { statement } = this.#current()
    statement.columns = fields.map(({ name, dataTypeID }) => ({
      field: fieldName(name),
      read: this.#readerOf(dataTypeID),
    }))
  }

  handleDataRow({ fields }: DataRow): void {
    const columns = this.#current().statement.columns ?? []
    const row: unknown[] = []
    for (let i = 0; i < fields.length; i++) {
      const text = fields[i] as string | null
      row.push(text === null ? null : (columns[i] as Column).read(text))
    }
    this.#rows.push(row)
  }

  /** @param text what was done, with the count of rows last: `UPDATE 1`, `INSERT 0 1`, `BEGIN` */
  handleCommandComplete({ text }: { readonly text: string }): void {
    // One that gives no rows is described by nothing.
    this.#current().statement.columns ??= []
    const count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    this.#outcomes.push({ rows: this.#rows, count })
    this.#rows = []
  }

  handleError(error: Error, connection: pg.Connection): void {
    // Which of them it had prepared before it failed is not told.
    for (const { statement } of this.asked) prepared.get(connection)?.delete(statement)
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.#outcomes)
  }

  /** The statement whose messages are coming in. */
  #current(): Asked {
    const asked = this.asked[this.#outcomes.length]
    if (!asked) throw new Error('The database answered a statement that was not asked.')
    return asked
  }
}

function send(connection: pg.Connection, { statement, parameters }: Asked): void {
  let known = prepared.get(connection)
  if (!known) {
    known = new Set()
    prepared.set(connection, known)
  }
  const { name } = statement
  if (!known.has(statement)) {
    // After a failure the name may be taken; to close what is not there is no error.
    connection.close({ type: 'S', name }, true)
    connection.parse({ name, text: statement.text, types: [] }, true)
    known.add(statement)
  }
  connection.bind({ statement: name, values: [...parameters] }, true)
  if (!statement.columns) connection.describe({ type: 'P' }, true)
  connection.execute({}, true)
}

/** A value as the program has it; each connection turns it into what its driver takes. */
export type Value = string | number | boolean | Date | Uint8Array | null

/** What came of a statement: each row as an object, times as `Date`, truth values as `boolean`. */
export interface QueryOutcome {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly count: number
}

/**
 * A connection for statements that are written by hand. They are prepared once and kept, which is
 * what makes them cheap; so their text must be one of few, with every value as a parameter (`?`).
 */
export interface Connection {
  /** The rows of a statement, each an array of what the driver gives for its columns. */
  rows(sql: string, values: readonly Value[]): Promise<readonly (readonly unknown[])[]>
  /**
   * The row of a statement that finds at most one, by a key, or undefined. So it is quick, and outside a transaction
   * may share its round trip with others of its kind.
   */
  row(sql: string, values: readonly Value[]): Promise<readonly unknown[] | undefined>
  /** The rows of a statement by the names of their fields, and how many it gave or changed. */
  query(sql: string, values: readonly Value[]): Promise<QueryOutcome>
  /** How many rows a statement changed. */
  run(sql: string, values: readonly Value[]): Promise<number>
  /** The moment of the statement as an expression, in the form that columns of times have. */
  readonly clock: string
  /** An id for a new row as an expression: none that a row of the table has, or gets by itself. */
  idFor(table: string): string
  /** What the driver gave for a column of times. */
  readDate(value: unknown): Date
}

/** The connection of a transaction: when that is over it refuses statements, which would run by themselves. */
export interface EndableConnection {
  readonly connection: Connection
  end(): void
  /**
   * Lets go of a statement that is under way when the time of the transaction is over, where there can be one: what
   * undoes the transaction would wait behind it, for as long again where the database has gone silent.
   */
  readonly abort?: () => void
  /**
   * Called with what the work came to, before the client commits: a failure after that is one of the commit. Absent
   * where such a failure always means that nothing was committed.
   */
  readonly finish?: (result: unknown) => void
}

/** What is done in a transaction. */
export interface Work<T> {
  run(connection: Connection): Promise<T>
  /** Asks, at once, for what is to be written with the commit: in the same round trip, where there is one. */
  readonly last?: () => Promise<unknown>
  /** How long it may take. */
  readonly limitMillis: number
  /**
   * The session or the grant, by its identifier, whose rows alone it locks and changes (others it may read, refer to, or
   * hold as one that refers to them does). It may then share a transaction with work for others, and is done once more
   * where that fails: see `jointTransactions`. Absent: its transaction is its own.
   */
  readonly rowsOf?: string | undefined
}

/** A database, for statements in a transaction and outside one. */
export interface Database {
  /** Outside a transaction: every statement by itself. */
  readonly connection: Connection
  /**
   * Runs `begin`, which has to open a transaction of the client, and tells it how to get at the
   * connection that the transaction was given. When the connection breaks during the commit, and the database says
   * that it has committed, the result is that of the work.
   */
  beginning<T>(begin: (opened: () => EndableConnection) => Promise<T>): Promise<T>
  /**
   * Does work in a transaction that the client takes no part in, which costs less than one that it
   * opens: see `inTransaction`.
   */
  transaction<T>(work: Work<T>): Promise<T>
}

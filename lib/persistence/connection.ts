/** A value as the program has it; each connection converts it for its driver. */
export type Value = string | number | boolean | Date | Uint8Array | null

/** The result of a statement: rows as objects, times as `Date`, booleans as `boolean`. */
export interface QueryOutcome {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly count: number
}

/**
 * A connection for hand-written statements. Statements are prepared once and kept, which makes them fast. Their texts
 * must therefore be few, with every value as a parameter (`?`).
 */
export interface Connection {
  /** The rows of a statement, each an array of the driver's column values. */
  rows(sql: string, values: readonly Value[]): Promise<readonly (readonly unknown[])[]>
  /** The rows of a statement by field name, and the number of rows returned or changed. */
  query(sql: string, values: readonly Value[]): Promise<QueryOutcome>
  /** The number of rows that a statement changed. */
  run(sql: string, values: readonly Value[]): Promise<number>
}

/**
 * A transaction's connection. After the end of the transaction it refuses statements, which would otherwise run on
 * their own.
 */
export interface EndableConnection {
  readonly connection: Connection
  end(): void
  /**
   * Terminates a running statement when the transaction's time is up, where that is possible. A rollback would queue
   * behind the statement, and take as long again when the database is silent.
   */
  readonly abort?: () => void
  /**
   * Called with the result of the work before the client commits: a later failure is one of the commit. Absent when
   * such a failure always means that nothing was committed.
   */
  readonly finish?: (result: unknown) => void
}

/** Work to run in a transaction. */
export interface Work<T> {
  run(connection: Connection): Promise<T>
  /** Sends the final writes together with the commit, in the same round trip where there is one. */
  readonly last?: () => Promise<unknown>
  /** In milliseconds. */
  readonly limitMillis: number
  /**
   * Identifier of the only session or grant whose rows the work locks and changes. The work may read or refer to other
   * rows. It may share a transaction with work on other rows, and runs again if that transaction fails: see
   * `jointTransactions`. Absent: the work has its own transaction.
   */
  readonly rowsOf?: string | undefined
}

/** A database, for statements inside and outside transactions. */
export interface Database {
  /** Outside a transaction: each statement runs on its own. */
  readonly connection: Connection
  /**
   * Runs `begin`, which must open a transaction of the client, and gives it access to that transaction's connection.
   * When the connection breaks during the commit and the database confirms the commit, the result is that of the work.
   */
  beginning<T>(begin: (opened: () => EndableConnection) => Promise<T>): Promise<T>
  /**
   * Runs work in a transaction without the client. It costs less than a transaction of the client: see `inTransaction`.
   */
  transaction<T>(work: Work<T>): Promise<T>
}

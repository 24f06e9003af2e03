import { CompiledQuery, type Driver, type QueryResult } from 'kysely'
import type pg from 'pg'
import { isSilence, OutdatedStatementError } from '../errors.ts'
import { type LookUpOutcome, requireCommitted } from './commit-outcome.ts'
import type { SharedTransaction } from './engine.ts'
import { isConnectionLost } from './postgres-failures.ts'
import { prepareAgain, queryOf, resultOf, statementOf } from './postgres-statements.ts'
import { noStream, transactionIsOver } from './transaction.ts'

/** Kysely's driver for PostgreSQL: every statement and every transaction has a connection of the pool. */
export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #lookUp: LookUpOutcome

  constructor(pool: pg.Pool, lookUp: LookUpOutcome) {
    this.#pool = pool
    this.#lookUp = lookUp
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#lookUp)
  }

  beginTransaction(connection: PostgresConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {}
}

/** SQLSTATE of a write in a read-only transaction. */
const readOnlyTransaction = '25006'
/**
 * SQLSTATE of a prepared statement whose columns have changed (`cached plan must not change result type`). A process
 * of the former version meets it after a newer one has migrated the database.
 */
const changedColumns = '0A000'

const beginning = { text: 'BEGIN; SELECT pg_current_xact_id()', rowMode: 'array' } as const

/** Only a transaction that has written something has an id. */
const transactionId = CompiledQuery.raw('SELECT pg_current_xact_id_if_assigned() AS id')

/** Statements of one turn of the event loop leave in one write, because system calls are expensive. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** A connection that was taken from the pool, until it is released. */
export class PostgresConnection implements SharedTransaction {
  readonly #client: pg.PoolClient
  readonly #lookUp: LookUpOutcome
  #transactionId: string | null = null
  #isOver = false
  /** Number of statements without an answer. */
  #running = 0
  #begun: Promise<void> = Promise.resolve()
  #failure: (Error & { readonly code?: unknown }) | null = null

  constructor(client: pg.PoolClient, lookUp: LookUpOutcome) {
    this.#client = client
    this.#lookUp = lookUp
  }

  /** Statements that callers make at once are sent at once, without waiting for answers. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw transactionIsOver()
    try {
      return await this.#execute<R>(query)
    } catch (error) {
      // PostgreSQL has ended a transaction, which is repeated as a whole.
      const isAlone = this.#client.getTransactionStatus() === 'I'
      if (!(error instanceof OutdatedStatementError) || !isAlone) throw error
      this.#failure = null
      return await this.#execute<R>(query)
    }
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = statementOf(query)
    const asked = queryOf(statement, query.parameters)
    const answered = this.#ask(() =>
      this.#client.query(asked).catch((error: { readonly code?: unknown }) => {
        if (error.code !== changedColumns) throw error
        prepareAgain(statement)
        const sentence = 'The columns of a prepared statement have changed.'
        throw new OutdatedStatementError(sentence, { cause: error })
      }),
    )
    return resultOf<R>(statement, await answered)
  }

  /** @throws the first failure of the transaction: the database refuses every statement after it */
  async #ask<T>(send: () => Promise<T>): Promise<T> {
    this.#running++
    sendTogether(this.#client)
    try {
      return await send()
    } catch (error) {
      this.#failure ??= error as Error
      throw this.#failure
    } finally {
      this.#running--
    }
  }

  /**
   * Fetches the transaction's id in the same round trip: it identifies the outcome after a lost connection. No caller
   * waits for the answer: if it fails, every statement behind it fails too.
   */
  async begin(): Promise<void> {
    this.#begun = this.#ask(() => this.#client.query(beginning)).then((results: unknown) => {
      const [, { rows }] = results as [unknown, { readonly rows: readonly [[string]] }]
      this.#transactionId = rows[0][0]
    })
    this.#begun.catch(() => {})
  }

  async commit(): Promise<void> {
    this.end()
    try {
      await this.#begun
      const { command } = await this.#ask(() => this.#client.query('COMMIT'))
      // The answer to the commit of a transaction in which a statement failed.
      if (command === 'ROLLBACK')
        throw new Error('A statement of the transaction has failed.', { cause: this.#failure })
    } catch (error) {
      if (isConnectionLost(error)) this.abort()
      await this.requireCommitted(error)
    }
  }

  async beforeCommit(): Promise<void> {
    const { rows } = await this.executeQuery<{ id: string | null }>(transactionId)
    this.#transactionId = rows[0]?.id ?? null
  }

  requireCommitted(failure: unknown): Promise<void> {
    return requireCommitted(failure, this.#transactionId, this.#lookUp)
  }

  /** Never fails: a connection that is not rolled back is closed when it is released. */
  async rollback(): Promise<void> {
    this.end()
    // A rollback would queue behind the unanswered statement, and take as long again.
    if (this.#running > 0 || isSilence(this.#failure)) return this.abort()
    await this.#client.query('ROLLBACK').catch(() => this.abort())
  }

  end(): void {
    this.#isOver = true
  }

  /** Closes the connection without waiting: its statements fail at once, and the database rolls them back. */
  abort(): void {
    void this.#client.end()
  }

  /** The connection of a replica, or of a server that has become one, stays read-only and is replaced. */
  release(): void {
    const { code } = this.#failure ?? {}
    this.#client.release(isSilence(this.#failure) || code === readOnlyTransaction)
  }

  streamQuery = noStream
}

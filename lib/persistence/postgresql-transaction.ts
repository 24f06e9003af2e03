import pg from 'pg'
import { type LookUpOutcome, requireCommitted } from './commit-outcome.ts'
import type { Asked, Outcome } from './exchange.ts'
import { isConnectionLost } from './postgresql-failures.ts'
import { type Ask, alone, connectionOf, type Prepare, send } from './postgresql-statements.ts'
import type { OpenTransaction } from './statement-transaction.ts'

/**
 * Returns the transaction's id, and assigns one if necessary. The id identifies the transaction's outcome after a lost
 * connection.
 */
export const transactionIdSql = 'SELECT pg_current_xact_id()'

interface Options {
  readonly lookUp: LookUpOutcome
  /** Lock timeout; absent: the limit of a statement. */
  readonly timeoutMs?: number | undefined
}

/** A transaction that begins with its first statement. Its end releases the connection. */
export function begin(
  client: pg.PoolClient,
  prepare: Prepare,
  { lookUp, timeoutMs }: Options,
): OpenTransaction {
  const command = (text: string): Asked => ({ statement: prepare(text), parameters: [] })
  const first = [command('BEGIN')]
  if (timeoutMs) first.push(command(`SET LOCAL lock_timeout = ${timeoutMs}`))
  first.push(command(transactionIdSql))
  const { ask, end, drop, transactionId, isReadOnly } = together(client, first)
  return {
    connection: connectionOf(ask, prepare),
    async commit() {
      try {
        await end(command('COMMIT'))
      } catch (error) {
        if (isConnectionLost(error)) terminate(client)
        await requireCommitted(error, transactionId(), lookUp)
      }
      client.release()
    },
    async rollback() {
      // A connection whose rollback fails is in an unknown state.
      await drop(command('ROLLBACK')).then(
        () => client.release(isReadOnly()),
        () => client.release(true),
      )
    },
    abort: () => terminate(client),
  }
}

/** Closes a connection without waiting: its statements fail at once, and the database rolls them back. */
export function terminate(client: pg.PoolClient): void {
  void client.end()
}

/** The statements of a transaction. */
interface Together {
  readonly ask: Ask
  /** Sends the commit, if there were statements. */
  end(committing: Asked): Promise<unknown>
  /**
   * Sends the rollback, if there were statements. Unsent statements are refused.
   * @throws errors of the database, or an earlier failure of the connection
   */
  drop(rollingBack: Asked): Promise<unknown>
  /** Null before the first answer. */
  transactionId(): string | null
  /**
   * True when the database refused to write. The connection of a replica, or of a server that has become one, stays
   * read-only.
   */
  isReadOnly(): boolean
}

/** SQLSTATE of a write in a read-only transaction. */
const readOnlyTransaction = '25006'

/**
 * Statements of one turn of the event loop, or those queued during a round trip, share a round trip in their order.
 * When one fails, later ones fail too.
 * @param first sent before the first statement, in the same round trip; the last of them returns the id
 */
function together(client: pg.PoolClient, first: readonly Asked[]): Together {
  interface Waiting {
    readonly asked: Asked
    readonly done: PromiseWithResolvers<Outcome>
  }
  let waiting: Waiting[] = []
  let hasBegun = false
  let isBusy = false
  let failure: (Error & { readonly code?: unknown }) | null = null
  let transactionId: string | null = null
  const sendAll = async () => {
    while (waiting.length > 0) {
      const mine = waiting
      waiting = []
      const before = hasBegun ? [] : first
      hasBegun = true
      try {
        const outcomes = await send(client, [...before, ...mine.map(({ asked }) => asked)])
        const own = outcomes.slice(before.length)
        transactionId ??= idOf(outcomes[before.length - 1])
        for (const [i, outcome] of own.entries()) mine[i]?.done.resolve(outcome)
      } catch (error) {
        failure = error as Error
        for (const { done } of mine) done.reject(error)
      }
    }
    isBusy = false
  }
  const ask: Ask = (asked) => {
    const done = Promise.withResolvers<Outcome>()
    waiting.push({ asked, done })
    if (!isBusy) {
      isBusy = true
      process.nextTick(sendAll)
    }
    return done.promise
  }
  return {
    ask,
    async end(committing) {
      // The database would answer this commit with a rollback, without an error.
      if (failure) throw new Error('A statement of the transaction has failed.', { cause: failure })
      if (hasBegun || waiting.length > 0) await ask(committing)
    },
    async drop(rollingBack) {
      for (const { done } of waiting) done.reject(new Error('The transaction is over.'))
      waiting = []
      // A failure of the connection, mostly silence: a rollback would wait as long again.
      if (failure && !(failure instanceof pg.DatabaseError)) throw failure
      if (hasBegun) await alone(client, rollingBack)
    },
    transactionId: () => transactionId,
    isReadOnly: () => failure?.code === readOnlyTransaction,
  }
}

/** Reads the answer to `transactionIdSql`. */
export function idOf(outcome: Outcome | undefined): string | null {
  return (outcome?.rows[0]?.[0] ?? null) as string | null
}

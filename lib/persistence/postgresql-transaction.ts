import pg from 'pg'
import { type LookUpOutcome, requireCommitted } from './commit-outcome.ts'
import type { Asked, Outcome } from './exchange.ts'
import { isConnectionLost } from './postgresql-failures.ts'
import { type Ask, alone, connectionOf, type Prepare, send } from './postgresql-statements.ts'
import type { OpenTransaction } from './statement-transaction.ts'

/** Asks for the id of the transaction, and gives it one: by that its end can be looked up. */
export const transactionIdSql = 'SELECT pg_current_xact_id()'

interface Options {
  readonly lookUp: LookUpOutcome
  /** How long it waits for a lock; absent: as long as a statement may take. */
  readonly timeoutMs?: number | undefined
}

/** A transaction, begun with its first statement; its end gives the connection back. */
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
      // Nobody knows in what state a connection is that cannot do this.
      await drop(command('ROLLBACK')).then(
        () => client.release(isReadOnly()),
        () => client.release(true),
      )
    },
    abort: () => terminate(client),
  }
}

/** Ends a connection without waiting for what it was asked: its statements fail at once, and the database undoes them. */
export function terminate(client: pg.PoolClient): void {
  void client.end()
}

/** The statements of a transaction. */
interface Together {
  readonly ask: Ask
  /** Asks for what keeps them, if there were any. */
  end(committing: Asked): Promise<unknown>
  /**
   * Asks for what undoes them, if there were any; those that are not sent yet are refused.
   * @throws what the database says, or before it is asked the failure of the connection
   */
  drop(rollingBack: Asked): Promise<unknown>
  /** Its id; null before the first statement was answered. */
  transactionId(): string | null
  /** True when the database refused to write: the connection of a replica, or of a server that has become one, stays so. */
  isReadOnly(): boolean
}

/** SQLSTATE of a write where only reading is allowed. */
const readOnlyTransaction = '25006'

/**
 * Statements that are asked before the event loop goes on, or while others are under way, share a
 * round trip, in their order. When one fails, those after it do, too.
 * @param first go before the first statement, in the same round trip; the last of them asks for the id
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
      // The database would answer such a commit with a rollback, and call that no error.
      if (failure) throw new Error('A statement of the transaction has failed.', { cause: failure })
      if (hasBegun || waiting.length > 0) await ask(committing)
    },
    async drop(rollingBack) {
      for (const { done } of waiting) done.reject(new Error('The transaction is over.'))
      waiting = []
      // It came of the connection, most likely by silence: that would be waited for once more.
      if (failure && !(failure instanceof pg.DatabaseError)) throw failure
      if (hasBegun) await alone(client, rollingBack)
    },
    transactionId: () => transactionId,
    isReadOnly: () => failure?.code === readOnlyTransaction,
  }
}

/** The answer to `transactionIdSql`. */
export function idOf(outcome: Outcome | undefined): string | null {
  return (outcome?.rows[0]?.[0] ?? null) as string | null
}

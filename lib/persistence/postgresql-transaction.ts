import pg from 'pg'
import type { Asked, Outcome } from './exchange.ts'
import { type Ask, alone, connectionOf, type Prepare, send } from './postgresql-statements.ts'
import type { Begun } from './statement-transaction.ts'

/**
 * A transaction, begun with its first statement; its end gives the connection back.
 * @param patienceMillis how long it waits for a lock; absent: as long as a statement may take
 */
export function begin(client: pg.PoolClient, prepare: Prepare, patienceMillis?: number): Begun {
  const command = (text: string): Asked => ({ statement: prepare(text), parameters: [] })
  const first = [command('BEGIN')]
  if (patienceMillis) first.push(command(`SET LOCAL lock_timeout = ${patienceMillis}`))
  const { ask, end, drop, isReadOnly } = together(client, first)
  return {
    connection: connectionOf(ask, prepare),
    async keep(last) {
      const written = last()
      await Promise.all([written, end(command('COMMIT'))])
      client.release()
    },
    async undo() {
      // Nobody knows in what state a connection is that cannot do this.
      await drop(command('ROLLBACK')).then(
        () => client.release(isReadOnly()),
        () => client.release(true),
      )
    },
    giveUp: () => breakOff(client),
  }
}

/** Classes of SQLSTATE with which a connection ends, whatever was done by it just before. */
const endOfConnection = /^(57P|08)/

/** True when the database says that it did not do something; false when nobody knows, as the connection has ended. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !endOfConnection.test(error.code ?? '')
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause)
}

/** Ends a connection without waiting for what it was asked: its statements fail at once, and the database undoes them. */
export function breakOff(client: pg.PoolClient): void {
  void client.end()
}

/** The statements of a transaction. */
interface Together {
  readonly ask: Ask
  /** Asks for what keeps them, if there were any. */
  end(keeping: Asked): Promise<unknown>
  /**
   * Asks for what undoes them, if there were any; those that are not sent yet are refused.
   * @throws what the database says, or before it is asked the failure of the connection
   */
  drop(undoing: Asked): Promise<unknown>
  /** True when the database refused to write: the connection of a replica, or of a server that has become one, stays so. */
  isReadOnly(): boolean
}

/** SQLSTATE of a write where only reading is allowed. */
const readOnlyTransaction = '25006'

/**
 * Statements that are asked before the event loop goes on, or while others are under way, share a
 * round trip, in their order. When one fails, those after it do, too.
 * @param first go before the first statement, in the same round trip
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
  const sendAll = async () => {
    while (waiting.length > 0) {
      const mine = waiting
      waiting = []
      const before = hasBegun ? [] : first
      hasBegun = true
      try {
        const outcomes = await send(client, [...before, ...mine.map(({ asked }) => asked)])
        const own = outcomes.slice(before.length)
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
    async end(keeping) {
      // The database would answer such a commit with a rollback, and call that no error.
      if (failure) throw new Error('A statement of the transaction has failed.', { cause: failure })
      if (hasBegun || waiting.length > 0) await ask(keeping)
    },
    async drop(undoing) {
      for (const { done } of waiting) done.reject(new Error('The transaction is over.'))
      waiting = []
      // It came of the connection, most likely by silence: that would be waited for once more.
      if (failure && !(failure instanceof pg.DatabaseError)) throw failure
      if (hasBegun) await alone(client, undoing)
    },
    isReadOnly: () => failure?.code === readOnlyTransaction,
  }
}

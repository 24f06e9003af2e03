import pg from 'pg'
import type { Asked, Outcome } from './exchange.ts'
import { type Ask, alone, connectionOf, type Prepare, send } from './postgresql-statements.ts'
import type { Begun } from './statement-transaction.ts'

/** A transaction, begun with its first statement; its end gives the connection back. */
export function begin(client: pg.PoolClient, prepare: Prepare): Begun {
  const command = (text: string): Asked => ({ statement: prepare(text), parameters: [] })
  const { ask, end, drop, isReadOnly } = together(client, command('BEGIN'))
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
 * @param first goes before the first statement, in the same round trip
 */
function together(client: pg.PoolClient, first: Asked): Together {
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
      const before = hasBegun ? [] : [first]
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
      if (failure) throw new Error('A statement of the transaction has failed.')
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

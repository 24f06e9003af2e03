import { withinTime } from '#lib/kernel/within-time.ts'
import type { Connection, EndableConnection, Work } from './connection.ts'
import { DatabaseUnavailableError, isSilence } from './errors.ts'

const tookTooLong = 'A transaction took too long.'

/** A transaction that has begun. */
export interface OpenTransaction {
  readonly connection: Connection
  commit(): Promise<unknown>
  /** Must not fail. */
  rollback(): Promise<unknown>
  /** Called before `rollback` when the time is up: see `EndableConnection`. */
  readonly abort?: () => void
}

/**
 * Runs work in a transaction: commits when the work returns, rolls back when it throws or takes too long. Later
 * statements are refused, because they would run on their own.
 */
export async function inTransaction<T>(
  { connection, commit, rollback, abort }: OpenTransaction,
  { run, last, limitMillis }: Work<T>,
): Promise<T> {
  const mine = endable(connection)
  try {
    const work = async () => {
      const result = await run(mine.connection)
      await last?.()
      return result
    }
    const result = await withinLimit(work, limitMillis, abort)
    mine.end()
    await commit()
    return result
  } catch (error) {
    mine.end()
    await rollback()
    throw error
  }
}

/**
 * Runs a transaction's work within its time limit.
 * @param abort called when the time is up or the database does not answer: see `EndableConnection`
 */
export async function withinLimit<T>(
  work: () => Promise<T>,
  limitMillis: number,
  abort: (() => void) | undefined,
): Promise<T> {
  let isLate = true
  const inTime = async () => {
    try {
      return await work()
    } finally {
      isLate = false
    }
  }
  try {
    return await withinTime(inTime, limitMillis, tookTooLong)
  } catch (error) {
    // A rollback would queue behind the unanswered statement.
    if (isLate || isSilence(error)) abort?.()
    throw isLate ? new DatabaseUnavailableError(tookTooLong) : error
  }
}

/** A view of a shared connection that lasts for one transaction. */
export function endable(connection: Connection): EndableConnection {
  let isOver = false
  const checked =
    <A extends unknown[], R>(ask: (...values: A) => Promise<R>) =>
    (...values: A): Promise<R> =>
      isOver ? Promise.reject(new Error('The transaction is over.')) : ask(...values)
  return {
    connection: {
      ...connection,
      rows: checked(connection.rows),
      query: checked(connection.query),
      run: checked(connection.run),
    },
    end() {
      isOver = true
    },
  }
}

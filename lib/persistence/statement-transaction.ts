import { withinTime } from '#lib/kernel/within-time.ts'
import type { Connection, EndableConnection, Work } from './connection.ts'
import { DatabaseUnavailableError, isSilence } from './errors.ts'

const tookTooLong = 'A transaction took too long.'

/** A transaction that has begun. */
export interface OpenTransaction {
  readonly connection: Connection
  /** Keeps what was written. */
  commit(): Promise<unknown>
  /** Undoes it; must not fail. */
  rollback(): Promise<unknown>
  /** Called before `rollback` when its time is over: see `EndableConnection`. */
  readonly abort?: () => void
}

/**
 * Does work in a transaction: what it writes is kept when it returns, and gone when it throws or takes
 * too long. Statements that come when it is over are refused: they would run by themselves.
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
 * Does the work of a transaction within its limit.
 * @param abort called when that is over, or the database does not answer: see `EndableConnection`
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
    // A rollback would wait behind the statement that is not answered.
    if (isLate || isSilence(error)) abort?.()
    throw isLate ? new DatabaseUnavailableError(tookTooLong) : error
  }
}

/** The connection of one transaction over one that serves others, too. */
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
      row: checked(connection.row),
      query: checked(connection.query),
      run: checked(connection.run),
    },
    end() {
      isOver = true
    },
  }
}

import { withinTime } from '#lib/base/time/within-time.ts'
import { DatabaseUnavailableError, isSilence } from '../errors.ts'
import type { Queries } from './tables.ts'

const tookTooLong = 'A transaction took too long.'

/**
 * Runs work in a transaction: commits when the work returns, rolls back when it throws or takes too long. Later
 * statements are refused, because they would run on their own.
 * @param timeoutMs limit for the work, without the commit
 */
export function inTransaction<T>(
  queries: Queries,
  work: (queries: Queries) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  return queries.transaction().execute((transaction) => inTime(() => work(transaction), timeoutMs))
}

/**
 * Runs a transaction's work within its time limit.
 * @param abort called when the time is up or the database is silent: a rollback would queue behind the unanswered
 *   statement, and take as long again
 */
export async function inTime<T>(
  work: () => Promise<T>,
  timeoutMs: number,
  abort?: () => void,
): Promise<T> {
  let isLate = true
  const untilDone = async () => {
    try {
      return await work()
    } finally {
      isLate = false
    }
  }
  try {
    return await withinTime(untilDone, timeoutMs, () => new Error(tookTooLong))
  } catch (error) {
    if (isLate || isSilence(error)) abort?.()
    throw isLate ? new DatabaseUnavailableError(tookTooLong) : error
  }
}

/** The refusal of a statement that comes after the end of its transaction. */
export function transactionIsOver(): Error {
  return new Error('The transaction is over.')
}

/** Results are bounded and read as a whole. */
export function noStream(): never {
  throw new Error('Rows are read as a whole.')
}

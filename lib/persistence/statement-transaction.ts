import type { Connection } from './connection.ts'

/** A transaction that has begun. */
export interface Begun {
  readonly connection: Connection
  /** Keeps what was written. */
  keep(): Promise<unknown>
  /** Undoes it; must not fail. */
  undo(): Promise<unknown>
}

/**
 * Runs work in a transaction: what it writes is kept when it returns, and gone when it throws or takes
 * too long. Statements that come when it is over are refused: they would run by themselves.
 * @param limitMillis how long the work may take
 */
export async function inTransaction<T>(
  { connection, keep, undo }: Begun,
  work: (connection: Connection) => Promise<T>,
  limitMillis: number,
): Promise<T> {
  let isOver = false
  const checked =
    <A extends unknown[], R>(ask: (...values: A) => Promise<R>) =>
    (...values: A): Promise<R> =>
      isOver ? Promise.reject(new Error('The transaction is over.')) : ask(...values)
  const mine = {
    ...connection,
    rows: checked(connection.rows),
    run: checked(connection.run),
  }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error('A transaction took too long.')),
    limitMillis,
  )
  try {
    const result = await Promise.race([work(mine), late.promise])
    isOver = true
    await keep()
    return result
  } catch (error) {
    isOver = true
    await undo()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

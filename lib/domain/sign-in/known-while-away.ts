import { Unavailable } from '#lib/base/errors/errors.ts'
import { withinTime } from '#lib/base/time/within-time.ts'
import { isUnavailable } from '#lib/persistence/errors.ts'

/** Default wait for the database before answering from memory, in milliseconds. */
const memoryAfterMs = 1_000

/** `Cache-Control` of an answer from memory; short, because the database may be back in a minute. */
export const cachingFromMemory = 'public, max-age=60'

/** A value from the database, or the last known one. */
export interface ReadOrKnown<T> {
  readonly value: T
  readonly isFromMemory: boolean
}

/**
 * Reads from the database, or returns the last known value while the database is unavailable or does not answer.
 * @param known returns null when no value is known
 * @param timeoutMs maximum wait for the database
 * @throws Unavailable when the database is unavailable and no value is known; any other error of `read`
 */
export async function readOrKnown<T>(
  read: () => Promise<T>,
  known: () => T | null,
  timeoutMs = memoryAfterMs,
): Promise<ReadOrKnown<T>> {
  try {
    const value = await withinTime(read, timeoutMs, () => new Unavailable('database', 2))
    return { value, isFromMemory: false }
  } catch (error) {
    if (!(error instanceof Unavailable) && !isUnavailable(error)) throw error
    const value = known()
    if (value === null) throw new Unavailable('database', 2, error)
    return { value, isFromMemory: true }
  }
}

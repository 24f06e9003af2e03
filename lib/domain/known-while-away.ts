import { Unavailable } from '#lib/kernel/errors.ts'
import { TimeIsUpError, withinTime } from '#lib/kernel/within-time.ts'
import { isUnavailable } from '#lib/persistence/errors.ts'

/** How long the database is usually waited for where memory can answer, in milliseconds. */
const memoryAfterMillis = 1_000

/** `Cache-Control` of what was answered from memory: the database may be back in a minute. */
export const cachingFromMemory = 'public, max-age=60'

/** What was read, or what was known before. */
export interface ReadOrKnown<T> {
  readonly value: T
  readonly isFromMemory: boolean
}

/**
 * Reads from the database, or takes what was known last while the database is away or silent.
 * @param known null when nothing is known
 * @param timeoutMs how long the database is waited for
 * @throws Unavailable when the database is away and nothing is known; whatever else the reading throws
 */
export async function readOrKnown<T>(
  read: () => Promise<T>,
  known: () => T | null,
  timeoutMs = memoryAfterMillis,
): Promise<ReadOrKnown<T>> {
  try {
    const value = await withinTime(read, timeoutMs, 'The database is silent.')
    return { value, isFromMemory: false }
  } catch (error) {
    if (!(error instanceof TimeIsUpError) && !isUnavailable(error)) throw error
    const value = known()
    if (value === null) throw new Unavailable('database', 2, error)
    return { value, isFromMemory: true }
  }
}

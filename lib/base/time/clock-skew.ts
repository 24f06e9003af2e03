import { addSeconds } from './clock.ts'

/**
 * The largest clock difference between machines on one database, in seconds. A request keeps its start time as `now`,
 * so rows written meanwhile lie in its future. The value therefore also exceeds the duration of a request.
 */
export const clockSkewSeconds = 60

/**
 * Whether a stored time lies further ahead of `now` than clocks may differ: the clock was wrong when it was stored. A
 * period counted from such a time would last too long.
 * @param noted the current time when it was stored
 */
export function isFromFuture(noted: Date, now: Date): boolean {
  return noted > addSeconds(now, clockSkewSeconds)
}

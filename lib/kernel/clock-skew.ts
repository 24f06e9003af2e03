import { addSeconds } from './clock.ts'

/**
 * How far the clocks of machines on one database may be apart, in seconds. A request stands at the moment when it
 * began, so what others note meanwhile lies in its future: this is also longer than a request takes.
 */
export const clockSkewSeconds = 60

/**
 * Whether a stored moment, which was the present when it was noted, lies further ahead of `now` than clocks differ: the
 * clock was ahead then and has been put right since. A time that is counted from such a moment would last too long.
 */
export function isFromFuture(noted: Date, now: Date): boolean {
  return noted > addSeconds(now, clockSkewSeconds)
}

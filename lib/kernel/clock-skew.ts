import { addSeconds } from './clock.ts'

/**
 * How far the clocks of machines on one database may be apart, in seconds, before what one of them noted counts as
 * noted in the future: longer, too, than a request waits between reading its clock and reading another's note.
 */
export const clockSkewSeconds = 60

/**
 * Whether a moment that was noted as past lies ahead of `now` by more than clocks differ: the clock that it was read
 * from was wrong and has been put right since. What is counted from such a moment would last until it comes.
 */
export function isFromFuture(noted: Date, now: Date): boolean {
  return noted > addSeconds(now, clockSkewSeconds)
}

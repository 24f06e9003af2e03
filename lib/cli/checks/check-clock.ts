import { type Finding, findings } from './finding.ts'

const clock = findings('clock')

/** Tolerated difference: the `Date` header has a resolution of one second, and the response takes time to arrive. */
const unnoticedSeconds = 5
/** Beyond this, codes and tokens are refused as expired or not yet valid. */
const harmfulSeconds = 30

/**
 * Compares another clock with this machine's.
 * @param place the machine with the other clock, for the message
 */
export function checkClock(place: string, there: Date, here: Date): Finding {
  const seconds = Math.round((there.getTime() - here.getTime()) / 1000)
  const size = Math.abs(seconds)
  if (size <= unnoticedSeconds) return clock.ok(`the clock of ${place} agrees with this machine's.`)
  const text = `the clock of ${place} is ${size} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this machine's. Synchronize both with NTP.`
  return size > harmfulSeconds ? clock.problem(text) : clock.warning(text)
}

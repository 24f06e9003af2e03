import type { Unavailable } from './errors.ts'
import type { Log } from './log.ts'
import { singleton } from './singleton.ts'

/** One record for a cause in this time, in milliseconds: what keeps the server from serving one keeps it from many. */
const quietMillis = 1_000

/** What was told of a cause. */
interface Told {
  /** When, on the process's own clock. */
  readonly at: number
  /** How many it has ended since. */
  since: number
}

/** Logs that somebody could not be served: a record a second for each cause, with the number of those it stands for. */
export function logUnavailable(
  { log, requestId }: { readonly log: Log; readonly requestId: string },
  { reason, cause }: Unavailable,
): void {
  // Nobody waits for that answer.
  if (reason === 'left') return
  const told = singleton('unavailable', () => new Map<string, Told>())
  const before = told.get(reason)
  const requests = (before?.since ?? 0) + 1
  if (before && performance.now() - before.at < quietMillis) {
    before.since = requests
    return
  }
  told.set(reason, { at: performance.now(), since: 0 })
  log.warn(
    { reason, requests, requestId, ...(cause ? { err: cause } : {}) },
    'requests could not be served',
  )
}

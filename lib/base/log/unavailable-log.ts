import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Unavailable } from '#lib/base/errors/errors.ts'
import type { Log } from './log.ts'

/** One record per cause in this time, in milliseconds: a cause that fails one request fails many. */
const quietMs = 1_000

/** The last record of a cause. */
interface Told {
  /** On the monotonic clock, in milliseconds. */
  readonly at: number
  /** Refused requests that no record includes yet. */
  since: number
}

/** Logs refused requests: one record per second and cause, with the number of requests that it includes. */
export function logUnavailable(
  { log, requestId }: { readonly log: Log; readonly requestId: string },
  { reason, cause }: Unavailable,
): void {
  // The client has left and waits for no answer.
  if (reason === 'left') return
  const told = singleton('unavailable', () => new Map<string, Told>())
  const before = told.get(reason)
  const requests = (before?.since ?? 0) + 1
  if (before && performance.now() - before.at < quietMs) {
    before.since = requests
    return
  }
  told.set(reason, { at: performance.now(), since: 0 })
  log.warn(
    { reason, requests, requestId, ...(cause ? { err: cause } : {}) },
    'requests failed, service unavailable',
  )
}

import type { Context } from '#lib/context.ts'
import { Unavailable } from '#lib/kernel/errors.ts'
import { perProcess } from '#lib/kernel/per-process.ts'
import { isUnavailable } from '#lib/persistence/errors.ts'

/** One record for a cause in this time, in milliseconds: what keeps the server from serving one keeps it from many. */
const quietMillis = 1_000

/** What was told of a cause. */
interface Told {
  /** When, on the process's own clock. */
  at: number
  /** How many it has ended since. */
  since: number
}

/**
 * What was thrown, when it says that the request cannot be served now: itself, or what a database that is away comes to.
 * It is logged.
 * @returns null for every other error
 */
export function asUnavailable(
  ctx: Pick<Context, 'log' | 'requestId'>,
  error: unknown,
): Unavailable | null {
  if (!(error instanceof Unavailable) && !isUnavailable(error)) return null
  const found = error instanceof Unavailable ? error : new Unavailable('database', soon(), error)
  logUnavailable(ctx, found)
  return found
}

/** Two to six seconds: not all come back at once. */
function soon(): number {
  return 2 + Math.floor(Math.random() * 5)
}

/** Headers of an answer that can be asked for again soon (RFC 9110 §10.2.3). */
export function retryHeaders({ retryAfterSeconds }: Unavailable): Record<string, string> {
  return { 'Retry-After': String(retryAfterSeconds) }
}

/** Logs that somebody could not be served: a record a second for each cause, with the number of those it stands for. */
export function logUnavailable(
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
  error: Unavailable,
): void {
  const { reason } = error
  // Nobody waits for that answer.
  if (reason === 'left') return
  const told = perProcess('unavailable', () => new Map<string, Told>())
  const before = told.get(reason)
  const requests = (before?.since ?? 0) + 1
  if (before && performance.now() - before.at < quietMillis) {
    before.since = requests
    return
  }
  told.set(reason, { at: performance.now(), since: 0 })
  const cause = error.cause ? { err: error.cause } : {}
  log.warn({ reason, requests, requestId, ...cause }, 'requests could not be served')
}

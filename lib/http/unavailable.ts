import { Unavailable } from '#lib/base/errors/errors.ts'
import { logUnavailable } from '#lib/base/log/unavailable-log.ts'
import type { Context } from '#lib/context.ts'
import { isUnavailable } from '#lib/persistence/errors.ts'

/**
 * Converts an error that makes the request temporarily unservable: an `Unavailable` stays as it is, an unreachable
 * database becomes one. The result is logged.
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

/** Two to six seconds at random, so that clients do not return at once. */
function soon(): number {
  return 2 + Math.floor(Math.random() * 5)
}

/** RFC 9110 section 10.2.3. */
export function retryHeaders({ retryAfterSeconds }: Unavailable): Record<string, string> {
  return { 'Retry-After': String(retryAfterSeconds) }
}

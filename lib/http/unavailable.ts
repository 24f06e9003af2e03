import type { Context } from '#lib/context.ts'
import { Unavailable } from '#lib/kernel/errors.ts'
import { logUnavailable } from '#lib/kernel/unavailable-log.ts'
import { isUnavailable } from '#lib/persistence/errors.ts'

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

/** Headers of an answer that can be asked for again soon (RFC 9110 section 10.2.3). */
export function retryHeaders({ retryAfterSeconds }: Unavailable): Record<string, string> {
  return { 'Retry-After': String(retryAfterSeconds) }
}

import { Unavailable } from '#lib/base/errors/errors.ts'

/** Catalog key of the form error for a password that was not checked, because too many checks are waiting. */
export const busyMessage = 'handler.login.busy'

/**
 * True when the server is overloaded. The other reasons get no form: without a database none can be rendered, and a
 * client that disconnected sees none.
 */
export function isBusy(error: unknown): error is Unavailable {
  return error instanceof Unavailable && error.reason === 'busy'
}

/** Headers that say when to retry (RFC 9110 section 10.2.3). */
export function busyHeaders({ retryAfterSeconds }: Unavailable): Record<string, string> {
  return { 'Retry-After': String(retryAfterSeconds), Pragma: 'no-cache' }
}

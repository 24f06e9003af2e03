import { Unavailable } from '#lib/kernel/errors.ts'

/** What a form says, by the catalog, when too many passwords are being checked to check this one too. */
export const busyMessage = 'handler.login.busy'

/** Whether the server has too much to do. Without a database no form can be shown, and nobody sees one who has left. */
export function isBusy(error: unknown): error is Unavailable {
  return error instanceof Unavailable && error.reason === 'busy'
}

/** When another try makes sense (RFC 9110 section 10.2.3). */
export function busyHeaders({ retryAfterSeconds }: Unavailable): Record<string, string> {
  return { 'Retry-After': String(retryAfterSeconds), Pragma: 'no-cache' }
}

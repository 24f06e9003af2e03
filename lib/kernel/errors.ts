import type { CatalogKey, ErrorCode } from './error-codes.ts'

/** Values put into a catalog text. */
export type MessageParameters = Readonly<Record<string, string | number>>

/** What a refusal may carry besides its code. */
export interface RefusalDetails {
  /** Public English text in place of the code's own. */
  readonly description?: string
  /** Catalog text that says more than that of the (dotted) code. */
  readonly text?: CatalogKey
  /** Values for the catalog text of a dotted code. */
  readonly parameters?: MessageParameters
  /** Seconds after which a retry makes sense (429). */
  readonly retryAfterSeconds?: number
  /** Text for the log, never sent. */
  readonly cause?: unknown
}

/**
 * A refusal with a code of the closed list, or a catalog key: expected, thrown by rules, turned into an answer by
 * `lib/http`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode | CatalogKey
  readonly details: RefusalDetails

  constructor(code: ErrorCode | CatalogKey, details: RefusalDetails = {}) {
    super(details.description ?? code, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

/** Why somebody cannot be served now: too much waits, the database does not answer, or whoever asked has left. */
export type UnavailableReason = 'busy' | 'database' | 'left'

/**
 * The server cannot serve this request now, but soon. `lib/http` answers 503 with `Retry-After`. Nothing was changed,
 * and the same request may be sent again.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly reason: UnavailableReason
  readonly retryAfterSeconds: number

  /** @param retryAfterSeconds whole seconds after which another try makes sense */
  constructor(reason: UnavailableReason, retryAfterSeconds: number, cause?: unknown) {
    super(`unavailable: ${reason}`, { cause })
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Makes the refusal to throw: `throw refuse('NOT_FOUND')`. */
export function refuse(code: ErrorCode | CatalogKey, details?: RefusalDetails): Refusal {
  return new Refusal(code, details)
}

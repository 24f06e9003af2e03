import type { CatalogKey, ErrorCode } from './error-codes.ts'

/** Values inserted into a catalog text. */
export type MessageParameters = Readonly<Record<string, string | number>>

export interface RefusalDetails {
  /** Public English text in place of the code's default description. */
  readonly description?: string
  /** Catalog text that is more specific than that of the code. For codes that are catalog keys. */
  readonly text?: CatalogKey
  /** Values for the catalog text. */
  readonly parameters?: MessageParameters
  /** Seconds after which a retry makes sense (429). */
  readonly retryAfterSeconds?: number
  /** For the log, never sent. */
  readonly cause?: unknown
}

/**
 * An expected refusal with a code of the closed list or a catalog key. Rules throw it, and `lib/http` turns it into a
 * response.
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

/** The server is overloaded, the database does not answer, or the client has disconnected. */
export type UnavailableReason = 'busy' | 'database' | 'left'

/**
 * The server cannot serve this request now, but can soon. `lib/http` answers 503 with `Retry-After`, the APIs 429 when
 * the server is busy. The request changed nothing and may be repeated.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly reason: UnavailableReason
  readonly retryAfterSeconds: number

  /** @param retryAfterSeconds whole seconds after which a retry makes sense */
  constructor(reason: UnavailableReason, retryAfterSeconds: number, cause?: unknown) {
    super(`unavailable: ${reason}`, { cause })
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Creates the error to throw: `throw refuse('NOT_FOUND')`. */
export function refuse(code: ErrorCode | CatalogKey, details?: RefusalDetails): Refusal {
  return new Refusal(code, details)
}

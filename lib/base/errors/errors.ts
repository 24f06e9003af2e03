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

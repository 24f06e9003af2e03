import type { CatalogKey, ErrorCode } from './error-codes.ts'
import type { RefusalRule } from './refusal-rules.ts'

/** Values inserted into a catalog text. */
export type MessageParameters = Readonly<Record<string, string | number>>

export interface RefusalDetails {
  /** Public English text in place of the code's default description. */
  readonly description?: string
  /** Catalog text that is more specific than that of the code. For codes that are catalog keys. */
  readonly text?: CatalogKey
  /** Values for the catalog text. */
  readonly parameters?: MessageParameters
  /** The rule of the record, where the code alone does not say it. */
  readonly rule?: RefusalRule
  /** Seconds after which a retry makes sense (429). */
  readonly retryAfterSeconds?: number
  /** Headers of the answer, in place of those that belong to the code. */
  readonly headers?: Readonly<Record<string, string>>
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

/** Creates the error to throw: `throw refuse('NOT_FOUND')`. */
export function refuse(code: ErrorCode | CatalogKey, details?: RefusalDetails): Refusal {
  return new Refusal(code, details)
}

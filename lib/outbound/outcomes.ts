/** What the server sends requests for. */
export const outboundPurposes = [
  'backchannel_logout',
  'breached_passwords',
  'identity_provider',
  'key_set',
  'metadata_document',
  'related_origins',
] as const
export type OutboundPurpose = (typeof outboundPurposes)[number]

/** Why a request got no answer: a closed list, which is logged, counted and stored. */
export const outboundFailures = [
  'refused_address',
  'name_not_found',
  'connect_failed',
  'tls_failed',
  'timeout',
  'too_large',
  'protocol_error',
] as const
export type OutboundFailure = (typeof outboundFailures)[number]

/** Ends a request with one of the listed failures. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

/**
 * Runs one stage of a request, and names its failure.
 * @param limit the time limit of the stage; its end becomes that failure
 */
export async function inStage<T>(
  failure: OutboundFailure,
  limit: AbortSignal,
  stage: () => Promise<T>,
): Promise<T> {
  try {
    return await stage()
  } catch (error) {
    if (limit.aborted) throw new OutboundError('timeout', { cause: error })
    throw error instanceof OutboundError ? error : new OutboundError(failure, { cause: error })
  }
}

import type { EndOfToken } from '../access-token.ts'

/** The reason why a token is inactive. The caller never learns it (RFC 7662 section 2.2); the log does. */
export type InactiveReason =
  | EndOfToken
  | 'not_a_token'
  | 'kind'
  | 'signature'
  | 'expired'
  | 'not_linked'
  | 'dpop_off'

/** The token is inactive, or the caller may not ask about it. */
export class Inactive extends Error {
  override readonly name = 'Inactive'
  readonly reason: InactiveReason

  constructor(reason: InactiveReason) {
    super(reason)
    this.reason = reason
  }
}

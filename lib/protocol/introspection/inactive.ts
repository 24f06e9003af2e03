import type { EndOfToken } from '../access-token.ts'

/** Why a token is inactive. The caller never learns it (RFC 7662 section 2.2); the log does. */
export type InactiveReason =
  | EndOfToken
  | 'not_a_token'
  | 'kind'
  | 'signature'
  | 'expired'
  | 'not_linked'
  | 'dpop_off'

/** The token does not count, or is none of the caller's business. */
export class Inactive extends Error {
  override readonly name = 'Inactive'
  readonly reason: InactiveReason

  constructor(reason: InactiveReason) {
    super(reason)
    this.reason = reason
  }
}

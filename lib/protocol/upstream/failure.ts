/**
 * Why a provider did not complete a sign-in. `unreachable`: no usable connection, or a failure of the provider.
 * `misconfigured`: it refuses this server's credentials. `cancelled` and `refused`: its answer to the person.
 * `embedded`: it refuses to sign users in within another app. `invalid`: its answer cannot be trusted.
 */
export type ProviderFault =
  | 'unreachable'
  | 'misconfigured'
  | 'cancelled'
  | 'refused'
  | 'embedded'
  | 'invalid'

interface FailureOptions extends ErrorOptions {
  readonly isOfVisitor?: boolean
}

/** Ends a round trip with one of the listed faults. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly fault: ProviderFault
  /** The exact fault, in words of this program; for the log and the audit entry. */
  readonly detail: string
  /** The visitor can have caused it, by the callback's parameters: it says nothing about the provider. */
  readonly isOfVisitor: boolean

  constructor(
    fault: ProviderFault,
    detail: string,
    { isOfVisitor = false, ...options }: FailureOptions = {},
  ) {
    super(`${fault}: ${detail}`, options)
    this.isOfVisitor = isOfVisitor
    this.fault = fault
    this.detail = detail
  }
}

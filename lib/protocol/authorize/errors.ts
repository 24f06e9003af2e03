import type { MessageParameters } from '#lib/kernel/errors.ts'
import type { ErrorReason } from '#lib/kernel/view.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import type { OAuthErrorCode } from '../errors.ts'
import type { ResponseTarget } from './respond.ts'

/**
 * The request cannot be trusted with a redirect: a page tells the person, and nothing is sent to
 * the client (RFC 6749, section 4.1.2.1).
 */
export class AuthorizationPageError extends Error {
  override readonly name = 'AuthorizationPageError'
  readonly reason: ErrorReason
  readonly parameters: MessageParameters
  /** Of a known client, for the log; '' otherwise. */
  readonly clientIdentifier: string
  /** The redirect URI that is the reason, as it was sent. */
  readonly sentRedirectUri: string | undefined

  constructor(
    reason: ErrorReason,
    parameters: MessageParameters = {},
    clientIdentifier = '',
    sentRedirectUri?: string,
  ) {
    super(reason)
    this.reason = reason
    this.parameters = parameters
    this.clientIdentifier = clientIdentifier
    this.sentRedirectUri = sentRedirectUri
  }
}

interface AuthorizationErrorDetails {
  readonly client: ClientWithUris
  readonly target: ResponseTarget
  /** `prompt` says `none`, the first one where there are several; whether it may is another check. */
  readonly silent: boolean
  /** The administrative scope that the client may not request. */
  readonly administrativeScope?: string
}

/** The request is refused, and the client is told at its redirect URI. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError'
  readonly error: OAuthErrorCode
  readonly description: string
  readonly details: AuthorizationErrorDetails

  constructor(error: OAuthErrorCode, description: string, details: AuthorizationErrorDetails) {
    super(`${error}: ${description}`)
    this.error = error
    this.description = description
    this.details = details
  }
}

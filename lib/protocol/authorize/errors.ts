import type { MessageParameters } from '#lib/answers/refusal.ts'
import type { ErrorReason } from '#lib/answers/view.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import type { OAuthErrorCode } from '../errors.ts'
import type { ResponseTarget } from './respond.ts'

/**
 * The request's redirect URI cannot be trusted. The user sees a page, and the client gets no answer (RFC 6749,
 * section 4.1.2.1).
 */
export class AuthorizationPageError extends Error {
  override readonly name = 'AuthorizationPageError'
  readonly reason: ErrorReason
  readonly parameters: MessageParameters
  /** Of a known client, for the log; '' otherwise. */
  readonly clientIdentifier: string
  /** The redirect URI that caused the refusal, as it was sent. */
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
  /** The first `prompt` contains `none`; another check decides whether that is allowed. */
  readonly silent: boolean
  /** The administrative scope that the client may not request. */
  readonly administrativeScope?: string
}

/** A refusal that the client receives at its redirect URI. */
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

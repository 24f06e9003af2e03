import type { MessageParameters } from '#lib/answers/refusal.ts'
import type { RefusalFacts, RefusalRule } from '#lib/answers/refusal-rules.ts'
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
  /** Identifier of a known client, for the log; '' otherwise. */
  readonly clientIdentifier: string
  /** The redirect URI that caused the refusal, as it was sent. */
  readonly sentRedirectUri: string | undefined
  /** Seconds until a reached limit ends; 0 otherwise. */
  readonly retryAfterSeconds: number

  constructor(
    reason: ErrorReason,
    parameters: MessageParameters = {},
    { clientIdentifier = '', sentRedirectUri, retryAfterSeconds = 0 }: PageErrorDetails = {},
  ) {
    super(reason)
    this.reason = reason
    this.parameters = parameters
    this.clientIdentifier = clientIdentifier
    this.sentRedirectUri = sentRedirectUri
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface PageErrorDetails {
  readonly clientIdentifier?: string
  readonly sentRedirectUri?: string | undefined
  readonly retryAfterSeconds?: number
}

interface AuthorizationErrorDetails {
  readonly rule: RefusalRule
  readonly facts: RefusalFacts | undefined
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

/** The rule behind the reason that an error page shows. */
export function ruleOfReason(reason: ErrorReason): RefusalRule {
  return rules[reason]
}

const rules: Readonly<Record<ErrorReason, RefusalRule>> = {
  malformed_request: 'request_malformed',
  parameter_repeated: 'parameter_repeated',
  client_id_missing: 'client_id_missing',
  client_not_found: 'client_unknown',
  client_disabled: 'client_disabled',
  client_awaits_approval: 'client_awaits_approval',
  client_document_invalid: 'client_document_unusable',
  client_document_unavailable: 'client_document_unusable',
  client_registration_gone: 'client_unknown',
  auth_code_not_enabled: 'code_flow_off',
  redirect_uri_missing: 'redirect_uri_missing',
  redirect_uri_not_absolute: 'redirect_uri_not_absolute',
  redirect_uri_not_registered: 'redirect_uri_not_registered',
  response_mode_unsupported: 'response_mode_unsupported',
  ceremony_mismatch: 'sign_in_other_browser',
  ceremony_expired: 'sign_in_expired',
  state_mismatch: 'sign_in_out_of_step',
  finished: 'sign_in_out_of_step',
  other_browser: 'sign_in_other_browser',
  cookies_blocked: 'cookies_blocked',
  pushed_request_gone: 'request_handle_used',
  device_request_gone: 'user_code_unknown',
  request_handle: 'request_handle_used',
  otp_changed: 'credentials_changed',
  rate_limited: 'too_many_requests',
  cross_site: 'form_unreadable',
  form_too_large: 'form_unreadable',
  form_broken: 'form_unreadable',
  sign_in_lost: 'sign_in_expired',
  sign_in_refused: 'declined',
  sign_in_failed: 'request_malformed',
  provider_response_unknown: 'sign_in_expired',
  unavailable: 'too_many_requests',
  internal: 'request_malformed',
}

import type { RefusalFacts, RefusalRule } from '#lib/answers/refusal-rules.ts'
import type { RollbackHooks, Tx } from '#lib/context.ts'

/** Error codes of the protocol endpoints (RFC 6749, 6750, 7009, 7591, 8628, 8707, 9449, OpenID Connect Core 1.0). */
export type OAuthErrorCode =
  | 'access_denied'
  | 'authorization_pending'
  | 'consent_required'
  | 'expired_token'
  | 'insufficient_scope'
  | 'interaction_required'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_dpop_proof'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'server_error'
  | 'slow_down'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type'
  | 'use_dpop_nonce'

interface OAuthErrorDetails {
  /** Plain values for the record of the refusal. */
  readonly facts?: RefusalFacts
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** For the log, never sent. */
  readonly cause?: unknown
  /** Writes in a transaction of its own, after the transaction that threw this error was rolled back. */
  readonly onRollback?: (tx: Tx) => Promise<void>
}

/** A refusal of a protocol endpoint, with the error code of its RFC. */
export class OAuthError extends Error implements RollbackHooks {
  override readonly name = 'OAuthError'
  readonly error: OAuthErrorCode
  readonly rule: RefusalRule
  readonly facts: RefusalFacts | undefined
  readonly description: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly onRollback: ((tx: Tx) => Promise<void>) | undefined

  constructor(
    error: OAuthErrorCode,
    rule: RefusalRule,
    description: string,
    details: OAuthErrorDetails = {},
  ) {
    super(`${error}: ${description}`, { cause: details.cause })
    this.error = error
    this.rule = rule
    this.facts = details.facts
    this.description = description
    this.status = details.status ?? 400
    this.headers = details.headers ?? {}
    this.onRollback = details.onRollback
  }
}

/** 400: a parameter is missing, repeated or not allowed here. */
export function invalidRequest(
  rule: RefusalRule,
  description: string,
  facts?: RefusalFacts,
): OAuthError {
  return new OAuthError('invalid_request', rule, description, factsIn(facts))
}

/** 401 with the Basic challenge: client authentication failed (RFC 6749 section 5.2). */
export function invalidClient(
  rule: RefusalRule,
  description: string,
  details: Pick<OAuthErrorDetails, 'cause' | 'facts'> = {},
): OAuthError {
  return new OAuthError('invalid_client', rule, description, {
    ...details,
    status: 401,
    headers: { 'WWW-Authenticate': 'Basic realm="authserver"' },
  })
}

/** 400: the code, refresh token or user credentials cannot be used. */
export function invalidGrant(
  rule: RefusalRule,
  description: string,
  details?: Pick<OAuthErrorDetails, 'cause' | 'facts' | 'onRollback'>,
): OAuthError {
  return new OAuthError('invalid_grant', rule, description, details)
}

/** 400: the scope is malformed, unknown, or exceeds the permissions of the client or user. */
export function invalidScope(
  rule: RefusalRule,
  description: string,
  details?: Pick<OAuthErrorDetails, 'facts' | 'onRollback'>,
): OAuthError {
  return new OAuthError('invalid_scope', rule, description, details)
}

/** 400: `resource` is malformed, unknown or not granted (RFC 8707 section 2). */
export function invalidTarget(description: string): OAuthError {
  return new OAuthError('invalid_target', 'resource_unusable', description)
}

/** 400: the grant is off for this client. */
export function unauthorizedClient(rule: RefusalRule, description: string): OAuthError {
  return new OAuthError('unauthorized_client', rule, description)
}

/** 429 in the shape of the OAuth endpoints, with `Retry-After` in seconds. */
export function tooManyRequests(retryAfterSeconds: number): OAuthError {
  return new OAuthError(
    'invalid_request',
    'too_many_requests',
    'Too many requests. Please wait and try again later.',
    {
      status: 429,
      headers: { 'Retry-After': String(retryAfterSeconds) },
    },
  )
}

function factsIn(facts: RefusalFacts | undefined): OAuthErrorDetails {
  return facts ? { facts } : {}
}

import type { Parameters } from '#lib/base/text/parameters.ts'
import type { AuthenticatedClient } from '../client-authentication.ts'
import { invalidRequest, invalidScope } from '../errors.ts'
import { parseScope } from '../scopes.ts'

export interface TokenRequest extends AuthenticatedClient {
  readonly form: Parameters
}

/** Thumbprint of the key that the request's tokens shall be bound to; '' for none (RFC 9449 section 5). */
export function jktOf({ proof }: Pick<TokenRequest, 'proof'>): string {
  return proof?.jkt ?? ''
}

/**
 * Returns the value of a required parameter.
 * @throws OAuthError `invalid_request` when it is absent or empty
 */
export function requireParameter(form: Parameters, name: string): string {
  const value = form.value(name)
  if (value === undefined) {
    throw invalidRequest('parameter_missing', `Missing required ${name} parameter.`, {
      parameter: name,
    })
  }
  return value
}

/**
 * Returns the requested scopes; none when the parameter is absent or empty.
 * @throws OAuthError `invalid_scope` for a parameter of whitespace only: read as absent, it would request every
 *   scope
 */
export function requestedScopes(form: Parameters): string[] {
  const text = form.value('scope')
  const scopes = parseScope(text)
  if (text !== undefined && scopes.length === 0) {
    throw invalidScope('scope_missing', 'The scope parameter holds no scope.')
  }
  return scopes
}

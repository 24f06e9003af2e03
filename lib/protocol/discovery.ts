import type { Outcome } from '#lib/answers/outcome.ts'
import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { Context } from '#lib/context.ts'
import { acrLevels } from '#lib/domain/acr.ts'
import { prompts } from './authorize/request-checks.ts'
import { responseModes, responseTypes } from './authorize/response-type.ts'
import { offlineAccessScope, openIdScopes } from './scopes.ts'

/** Every claim that tokens or UserInfo may carry and that is meaningful to a client. */
const claimsSupported = [
  'iss',
  'iat',
  'nbf',
  'auth_time',
  'jti',
  'acr',
  'amr',
  'sid',
  'aud',
  'exp',
  'nonce',
  'at_hash',
  'sub',
  'name',
  'given_name',
  'middle_name',
  'family_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'updated_at',
  'email',
  'email_verified',
  'address',
  'phone_number',
  'phone_number_verified',
  'groups',
  'attributes',
]

const grantTypesSupported = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'password',
  'implicit',
]

/**
 * `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0 section 4), with the fields in the order of
 * the specification's table. Addresses come from the configuration, never from the request. `registration_endpoint`
 * is present only while clients may register themselves.
 */
export async function discovery(ctx: Context): Promise<Outcome> {
  const { baseUrl } = ctx.config
  const { issuer, dynamicClientRegistrationEnabled: canRegister } = ctx.settings
  const key = JSON.stringify([issuer, baseUrl, canRegister])
  // The same object lets the server serialize the body only once.
  const body = memoizeLast('discovery', key, () => metadata(issuer, baseUrl, canRegister))
  return { kind: 'json', status: 200, body, headers: { 'Cache-Control': 'public, max-age=60' } }
}

function metadata(issuer: string, baseUrl: string, canRegister: boolean): object {
  return Object.freeze({
    issuer,
    authorization_endpoint: `${baseUrl}/auth/authorize`,
    token_endpoint: `${baseUrl}/auth/token`,
    userinfo_endpoint: `${baseUrl}/userinfo`,
    end_session_endpoint: `${baseUrl}/auth/logout`,
    jwks_uri: `${baseUrl}/certs`,
    ...(canRegister && { registration_endpoint: `${baseUrl}/connect/register` }),
    grant_types_supported: grantTypesSupported,
    response_types_supported: responseTypes,
    response_modes_supported: responseModes,
    prompt_values_supported: prompts,
    acr_values_supported: acrLevels,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: [...openIdScopes, offlineAccessScope],
    claims_supported: claimsSupported,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    code_challenge_methods_supported: ['S256'],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  })
}

import type { Outcome } from '#lib/answers/outcome.ts'
import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { noteDiscoveryReading } from '#lib/domain/clients/client-connection.ts'
import { assertionAlgorithms, proofAlgorithms } from '#lib/domain/keys/public-keys.ts'
import { offlineAccessScope, openIdScopes } from '#lib/domain/permissions/scope-words.ts'
import { type ProtocolFeatures, protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { acrLevels } from '#lib/domain/sign-in/acr.ts'
import { knownPrompts } from './authorize/request-checks.ts'
import { responseModes, responseTypes } from './authorize/response-type.ts'
import { featureOff } from './feature-off.ts'
import { namesIssuer } from './issuer-path.ts'
import { deviceCodeGrant } from './token/grants/device-code.ts'

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
 * the specification's table, followed by those of additions that are switched on. Addresses come from the
 * configuration, never from the request. `registration_endpoint` is present only while clients may register themselves.
 */
export async function discovery(ctx: Context): Promise<Outcome> {
  noteDiscoveryReading(ctx)
  const { baseUrl } = ctx.config
  const { issuer, dynamicClientRegistrationEnabled: canRegister } = ctx.settings
  const features = protocolFeatures(ctx)
  const prompts = knownPrompts(ctx)
  const key = JSON.stringify([issuer, baseUrl, canRegister, features, prompts])
  // The same object lets the server serialize the body only once.
  const body = memoizeLast('discovery', key, () =>
    metadata(issuer, baseUrl, canRegister, features, prompts),
  )
  return { kind: 'json', status: 200, body, headers: { 'Cache-Control': 'public, max-age=60' } }
}

/** `GET /.well-known/oauth-authorization-server` (RFC 8414): the same document, while that is switched on. */
export async function serverMetadata(ctx: Context): Promise<Outcome> {
  return protocolFeatures(ctx).authorizationServerMetadata ? discovery(ctx) : featureOff
}

/**
 * The documents of an issuer with a path, which follows the well-known path (RFC 8414 section 3.1). Any other path
 * there answers 404, and clients then try the next address.
 */
export async function metadataOfIssuer(ctx: Context, { path }: Incoming): Promise<Outcome> {
  const isNamed = documentPaths.some((document) => namesIssuer(ctx, path, document))
  return isNamed ? serverMetadata(ctx) : featureOff
}

const documentPaths = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
]

const tokenEndpointAuthMethods = ['client_secret_post', 'client_secret_basic', 'none']

function metadata(
  issuer: string,
  baseUrl: string,
  canRegister: boolean,
  features: ProtocolFeatures,
  prompts: readonly string[],
): object {
  return Object.freeze({
    issuer,
    authorization_endpoint: `${baseUrl}/auth/authorize`,
    token_endpoint: `${baseUrl}/auth/token`,
    userinfo_endpoint: `${baseUrl}/userinfo`,
    end_session_endpoint: `${baseUrl}/auth/logout`,
    jwks_uri: `${baseUrl}/certs`,
    ...(canRegister && { registration_endpoint: `${baseUrl}/connect/register` }),
    grant_types_supported: features.deviceGrant
      ? [...grantTypesSupported, deviceCodeGrant]
      : grantTypesSupported,
    response_types_supported: responseTypes,
    response_modes_supported: responseModes,
    prompt_values_supported: prompts,
    acr_values_supported: acrLevels,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: [...openIdScopes, offlineAccessScope],
    claims_supported: claimsSupported,
    token_endpoint_auth_methods_supported: authMethods(features),
    code_challenge_methods_supported: ['S256'],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    ...additions(baseUrl, features),
  })
}

/** The members of additions: each is present only while its addition is in effect. */
function additions(baseUrl: string, features: ProtocolFeatures): object {
  return {
    ...(features.tokenRevocation && {
      revocation_endpoint: `${baseUrl}/auth/revoke`,
      revocation_endpoint_auth_methods_supported: authMethods(features),
    }),
    ...(features.tokenIntrospection && {
      introspection_endpoint: `${baseUrl}/auth/introspect`,
      introspection_endpoint_auth_methods_supported: authMethods(features).filter(
        (method) => method !== 'none',
      ),
    }),
    ...(features.pushedAuthorizationRequests && {
      pushed_authorization_request_endpoint: `${baseUrl}/auth/par`,
    }),
    ...(features.deviceGrant && {
      device_authorization_endpoint: `${baseUrl}/auth/device_authorization`,
    }),
    ...(features.authorizationResponseIss && {
      authorization_response_iss_parameter_supported: true,
    }),
    ...(features.clientIdMetadataDocuments && { client_id_metadata_document_supported: true }),
    ...(features.backchannelLogout && {
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    }),
    ...(features.privateKeyJwt && signingAlgorithms(features)),
    ...(features.dpop && { dpop_signing_alg_values_supported: proofAlgorithms }),
  }
}

function authMethods({ privateKeyJwt }: ProtocolFeatures): readonly string[] {
  return privateKeyJwt ? [...tokenEndpointAuthMethods, 'private_key_jwt'] : tokenEndpointAuthMethods
}

/** The algorithms of assertions, at each endpoint that takes them. */
function signingAlgorithms(features: ProtocolFeatures): object {
  return {
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    ...(features.tokenRevocation && {
      revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    }),
    ...(features.tokenIntrospection && {
      introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    }),
  }
}

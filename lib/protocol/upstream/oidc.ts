import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Context } from '#lib/context.ts'
import {
  type Claims,
  joinedClaims,
  namedEmail,
} from '#lib/domain/identity-providers/email-trust.ts'
import {
  openClientSecret,
  redirectUriOf,
} from '#lib/domain/identity-providers/identity-providers.ts'
import { claimAt } from '#lib/domain/identity-providers/mapped-claims.ts'
import { tokenIssuer } from '#lib/domain/identity-providers/presets.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { ProviderFailure, type ProviderFault } from './failure.ts'
import {
  authTimeOf,
  clockTolerance,
  type Identity,
  isStrongSignIn,
  type ProviderProfile,
  subjectOf,
} from './identity.ts'
import { verifyProviderSignature } from './key-set.ts'
import { jsonObject, type ProviderMetadata } from './metadata.ts'
import { requireOwnAccessToken } from './token-hash.ts'
import { allowsHttp, askProvider, providerFetch } from './transport.ts'

/** The values of one round trip. */
export interface RoundTrip {
  /** The parameters of the callback. */
  readonly parameters: URLSearchParams
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/**
 * Identifies the person who came back from an OpenID provider (OpenID Connect Core 1.0 section 3.1.3.7, RFC 9207). The
 * tokens of the provider are read and not kept.
 * @throws ProviderFailure
 */
export async function identifyByOidc(
  ctx: Context,
  provider: IdentityProviderRecord,
  metadata: ProviderMetadata,
  trip: RoundTrip,
): Promise<Identity> {
  const answer = await exchangeCode(ctx, provider, { ...metadata }, trip)
  const issuer = await issuerOfAnswer(provider, answer)
  const client = clientOf(ctx, provider)
  const read = await oauth
    .processAuthorizationCodeResponse({ ...metadata, issuer }, client, answer, {
      expectedNonce: trip.nonce,
      requireIdToken: true,
    })
    .catch(explain)
  const claims = oauth.getValidatedIdTokenClaims(read) as Claims | undefined
  if (!claims) throw new ProviderFailure('invalid', 'id_token')
  await verifyProviderSignature(ctx, provider, metadata, String(read.id_token))
  requireOwnAccessToken(String(read.id_token), read.access_token, claims.at_hash)
  if (Number(claims.iat) > ctx.now.getTime() / 1_000 + clockTolerance) {
    throw new ProviderFailure('invalid', 'issued_in_future')
  }
  const source = { provider, metadata: { ...metadata, issuer }, token: read.access_token }
  return {
    issuer,
    subject: subjectOf(provider, claims),
    isStrong: isStrongSignIn(provider, claims),
    authTime: authTimeOf(ctx.now, claims),
    email: namedEmail(provider, claims).address,
    claims: (wanted) => completed(ctx, source, claims, wanted),
    profile: (wanted) => profileOf(ctx, source, claims, wanted),
  }
}

function clientOf(
  { now }: Pick<Context, 'now'>,
  { clientId }: IdentityProviderRecord,
): oauth.Client {
  return {
    client_id: clientId,
    [oauth.clockTolerance]: clockTolerance,
    [oauth.clockSkew]: Math.round((now.getTime() - Date.now()) / 1_000),
  }
}

/** The authentication of this server at the token endpoint: the secret is sent in one place only. */
function clientAuthentication(ctx: Context, provider: IdentityProviderRecord): oauth.ClientAuth {
  const secret = openClientSecret(ctx, provider)
  if (provider.tokenEndpointAuthMethod === 'none' || secret === '') return oauth.None()
  return provider.tokenEndpointAuthMethod === 'client_secret_post'
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)
}

/**
 * Exchanges the code of a callback for the tokens of the answer.
 * @throws ProviderFailure
 */
export async function exchangeCode(
  ctx: Context,
  provider: IdentityProviderRecord,
  server: oauth.AuthorizationServer,
  { parameters, state, verifier }: RoundTrip,
): Promise<Response> {
  const client = clientOf(ctx, provider)
  const accepted = acceptedCallback(server, client, parameters, state)
  try {
    return await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(ctx, provider),
      accepted,
      redirectUriOf(ctx, provider.alias),
      verifier,
      { [oauth.customFetch]: providerFetch(ctx), [oauth.allowInsecureRequests]: allowsHttp(ctx) },
    )
  } catch (error) {
    return explain(error)
  }
}

function acceptedCallback(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: URLSearchParams,
  state: string,
) {
  try {
    const accepted = oauth.validateAuthResponse(server, client, parameters, state)
    if (accepted.has('code')) return accepted
    throw new ProviderFailure('invalid', 'code', { isOfVisitor: true })
  } catch (error) {
    return explain(error, true)
  }
}

/** The issuer that the ID token of an answer must name; only Microsoft's depends on the token. */
async function issuerOfAnswer(
  { preset, issuer }: IdentityProviderRecord,
  answer: Response,
): Promise<string> {
  if (preset !== 'microsoft' || answer.status !== 200) return issuer
  const { id_token: token } = await jsonObject(answer.clone(), 'token_answer')
  const expected = tokenIssuer(preset, issuer, tenantIn(token))
  if (expected === null) throw new ProviderFailure('invalid', 'tenant')
  return expected
}

function tenantIn(token: unknown): unknown {
  try {
    return decodeJwt(String(token)).tid
  } catch {
    return undefined
  }
}

/** The failure in a provider's answer. */
const answers: Readonly<Record<string, ProviderFault>> = {
  access_denied: 'cancelled',
  disallowed_useragent: 'embedded',
}

/**
 * Turns the library's errors into the closed list.
 * @param isOfVisitor the error is in the callback's parameters; so is a refused code
 */
function explain(error: unknown, isOfVisitor = false): never {
  if (error instanceof oauth.AuthorizationResponseError) {
    throw new ProviderFailure(answers[error.error] ?? 'refused', 'error_answer', { cause: error })
  }
  if (error instanceof oauth.ResponseBodyError) {
    const isOurs = error.error === 'invalid_client' || error.error === 'unauthorized_client'
    throw new ProviderFailure(isOurs ? 'misconfigured' : 'invalid', 'token_refused', {
      cause: error,
      isOfVisitor: error.error === 'invalid_grant',
    })
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    throw new ProviderFailure('misconfigured', 'token_refused', { cause: error })
  }
  if (
    error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.UnsupportedOperationError
  ) {
    throw new ProviderFailure('invalid', wordOf(error), { cause: error, isOfVisitor })
  }
  throw error
}

function wordOf({ code }: { readonly code?: string }): string {
  return (code ?? 'answer').replace(/^OAUTH_/, '').toLowerCase()
}

/** The address of UserInfo. */
interface UserInfoSource {
  readonly provider: IdentityProviderRecord
  readonly metadata: ProviderMetadata
  readonly token: string
}

/** The person's address. */
async function profileOf(
  ctx: Context,
  source: UserInfoSource,
  claims: Claims,
  wanted: readonly string[],
): Promise<ProviderProfile> {
  const isThere = typeof claims.email === 'string' || !source.metadata.userinfo_endpoint
  const all = isThere
    ? await completed(ctx, source, claims, wanted)
    : joinedClaims(claims, await userInfo(ctx, source, claims.sub))
  return { email: namedEmail(source.provider, all), claims: all }
}

/**
 * The claims, with those of UserInfo if the ID token lacks one of the named ones. Claims never fail a sign-in: without
 * an answer of UserInfo they are absent.
 */
async function completed(
  ctx: Context,
  source: UserInfoSource,
  claims: Claims,
  wanted: readonly string[],
): Promise<Claims> {
  const isThere = wanted.every((path) => claimAt(claims, path) !== undefined)
  if (isThere || !source.metadata.userinfo_endpoint) return claims
  try {
    return joinedClaims(claims, await userInfo(ctx, source, claims.sub))
  } catch (error) {
    const isSilent =
      error instanceof ProviderFailure &&
      (error.fault === 'unreachable' || error.detail.startsWith(refusedByUserInfo))
    if (isSilent) return claims
    throw error
  }
}

const refusedByUserInfo = 'userinfo_status_'

/** UserInfo as JSON, or as a token that the provider signed (OpenID Connect Core 1.0 section 5.3.2). */
async function userInfo(
  ctx: Context,
  { provider, metadata, token }: UserInfoSource,
  subject: unknown,
): Promise<Claims> {
  const answer = await askProvider(ctx, metadata.userinfo_endpoint ?? '', {
    method: 'GET',
    accept: 'application/json, application/jwt',
    authorization: `Bearer ${token}`,
  })
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (answer.status !== 200) {
    throw new ProviderFailure('invalid', `${refusedByUserInfo}${answer.status}`)
  }
  const claims =
    type === 'application/jwt'
      ? await verifyProviderSignature(ctx, provider, metadata, (await answer.text()).trim())
      : type === 'application/json'
        ? await jsonObject(answer, 'userinfo')
        : null
  if (!claims) throw new ProviderFailure('invalid', 'userinfo_type')
  if (type === 'application/jwt' && !isForUs(provider, metadata, claims)) {
    throw new ProviderFailure('invalid', 'userinfo_audience')
  }
  if (claims.sub !== subject) throw new ProviderFailure('invalid', 'userinfo_subject')
  return claims
}

function isForUs(
  { clientId }: IdentityProviderRecord,
  { issuer }: ProviderMetadata,
  { iss, aud }: Claims,
): boolean {
  return iss === issuer && (aud === clientId || (Array.isArray(aud) && aud.includes(clientId)))
}

import { base64url, sha256 } from '#lib/base/crypto/hash.ts'
import { orderedUuid, randomUuid } from '#lib/base/crypto/random.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import type { AnyContext, Context } from '#lib/context.ts'
import { isConsoleClient } from '#lib/domain/permissions/built-in.ts'
import { minConsoleTokenSeconds } from '#lib/domain/settings/lifetimes.ts'
import type { ClientRecord, PicturedUser, UserRecord } from '#lib/persistence/store.ts'
import type { TokenScheme } from '../bearer.ts'
import {
  type Claims,
  type ClaimsSource,
  loadClaimsSource,
  markedClaims,
  userClaims,
} from '../claims.ts'
import { signJwt } from '../jwt.ts'
import { type SigningKey, signingKey } from '../keys.ts'
import type { TokenAccess } from '../resources.ts'
import { isOwnPermissionScope } from '../scopes.ts'

/** The method and time of a user's authentication. Tokens repeat it, and a refresh never renews it. */
export interface Authentication {
  readonly user: UserRecord | PicturedUser
  readonly authenticatedAt: Date
  readonly acrLevel: string
  /** Words separated by one space: `pwd` or `pwd otp`. */
  readonly authMethods: string
  /** Credential generation of the user when the grant was made. */
  readonly authStateGeneration: number
}

export interface UserTokens {
  readonly client: ClientRecord
  /** The granted scope, or the narrower one of a refresh. */
  readonly scopes: readonly string[]
  readonly authentication: Authentication
  /** The sign-on session; '' for tokens that do not name one. */
  readonly sessionIdentifier: string
}

/** The key that an access token is bound to. */
interface Confirmed {
  /**
   * Thumbprint of the key whose holder alone may use the token (RFC 9449 section 6.1); absent or '': a bearer token.
   */
  readonly dpopJkt?: string
}

export interface AccessTokenRequest extends UserTokens, TokenAccess, Confirmed {
  readonly grantIdentifier: string
}

export interface IdTokenRequest extends UserTokens {
  /**
   * As sent with the authorization request; left out on refresh (OpenID Connect Core 1.0 section 12.2).
   */
  readonly nonce?: string
  /** Issued beside it by the authorization endpoint: gives `at_hash`. */
  readonly accessToken?: string
  /**
   * `switch`: the setting decides on user claims, because an access token is issued too. `always`: without an access
   * token the client cannot call UserInfo (OpenID Connect Core 1.0 section 5.4).
   */
  readonly claims: 'switch' | 'always'
}

/** The data that every token of an answer needs from the database, read once. */
export interface Preparation {
  readonly key: SigningKey
  readonly source: ClaimsSource
}

export interface MintedAccessToken {
  readonly token: string
  readonly tokenType: TokenScheme
  readonly expiresInSeconds: number
  readonly scope: string
}

export async function prepareTokens(
  ctx: Context,
  user: UserRecord | PicturedUser,
  scopes: readonly string[],
): Promise<Preparation> {
  const [key, source] = await Promise.all([signingKey(ctx), loadClaimsSource(ctx, user, scopes)])
  return { key, source }
}

/** Makes the opaque identifier of a new grant, which every token of the grant carries. */
export function newGrantIdentifier({ now }: Context): string {
  return orderedUuid(now.getTime())
}

/** Lifetime of a client's access tokens, in seconds: the client's own setting, else the server's. */
export function accessTokenSeconds(ctx: AnyContext, client: ClientRecord): number {
  const seconds =
    client.tokenExpirationInSeconds > 0
      ? client.tokenExpirationInSeconds
      : ctx.settings.tokenExpirationInSeconds
  return isConsoleClient(client) ? Math.max(seconds, minConsoleTokenSeconds) : seconds
}

/**
 * Signs an access token for a user (RFC 9068). Its `auth_time` tells it from a client's own token. `sid` is present
 * for grants that end with the sign-on session.
 */
export async function mintAccessToken(
  ctx: Context,
  request: AccessTokenRequest,
  { key, source }: Preparation,
): Promise<MintedAccessToken> {
  const claims = accessTokenClaims(ctx, request, source)
  return minted(ctx, request, await signJwt(ctx, 'at+jwt', claims, key))
}

/** The claims of a user's access token. */
export function accessTokenClaims(
  ctx: Context,
  request: AccessTokenRequest,
  source: ClaimsSource,
): Claims {
  const { client, scopes, authentication } = request
  const withClaims =
    scopes.includes('openid') &&
    isOn(
      client.includeOpenIDConnectClaimsInAccessToken,
      ctx.settings.includeOpenIDConnectClaimsInAccessToken,
    )
  return {
    ...lifeClaims(ctx, client),
    ...authenticationClaims(authentication),
    aud: audienceClaim(request.audiences),
    client_id: client.clientIdentifier,
    scope: scopes.join(' '),
    grant_id: request.grantIdentifier,
    ...(request.sessionIdentifier ? { sid: request.sessionIdentifier } : {}),
    auth_state_generation: authentication.authStateGeneration,
    ...confirmation(request),
    ...(withClaims ? userClaims(ctx, source, scopes) : {}),
    ...markedClaims(source, scopes, 'accessToken'),
  }
}

/** Signs an ID token (OpenID Connect Core 1.0 section 2). */
export async function mintIdToken(
  ctx: Context,
  request: IdTokenRequest,
  { key, source }: Preparation,
): Promise<string> {
  return signJwt(ctx, 'JWT', idTokenClaims(ctx, request, source), key)
}

/** The claims of an ID token. */
export function idTokenClaims(ctx: Context, request: IdTokenRequest, source: ClaimsSource): Claims {
  const { client, scopes, authentication, nonce, accessToken } = request
  const withClaims =
    request.claims === 'always' ||
    isOn(
      client.includeOpenIDConnectClaimsInIdToken,
      ctx.settings.includeOpenIDConnectClaimsInIdToken,
    )
  return {
    ...lifeClaims(ctx, client),
    ...authenticationClaims(authentication),
    aud: client.clientIdentifier,
    ...(request.sessionIdentifier ? { sid: request.sessionIdentifier } : {}),
    ...(nonce ? { nonce } : {}),
    ...(accessToken ? { at_hash: leftHalfDigest(accessToken) } : {}),
    ...(withClaims ? userClaims(ctx, source, scopes) : {}),
    ...markedClaims(source, scopes, 'idToken'),
  }
}

/**
 * Signs a client's own access token: it names no user, session or grant. A token for this server's own APIs carries
 * `client_record`, which distinguishes the client from a later one with the same identifier.
 */
export async function mintClientAccessToken(
  ctx: Context,
  request: TokenAccess & Confirmed & { readonly client: ClientRecord },
  key: SigningKey,
): Promise<MintedAccessToken> {
  const { client, scopes } = request
  const claims = {
    ...lifeClaims(ctx, client),
    sub: client.clientIdentifier,
    aud: audienceClaim(request.audiences),
    client_id: client.clientIdentifier,
    ...(scopes.some(isOwnPermissionScope) ? { client_record: client.id } : {}),
    scope: scopes.join(' '),
    ...confirmation(request),
  }
  return minted(ctx, request, await signJwt(ctx, 'at+jwt', claims, key))
}

function minted(
  ctx: Context,
  { client, scopes, dpopJkt }: TokenAccess & Confirmed & { readonly client: ClientRecord },
  token: string,
): MintedAccessToken {
  return {
    token,
    tokenType: dpopJkt ? 'DPoP' : 'Bearer',
    expiresInSeconds: accessTokenSeconds(ctx, client),
    scope: scopes.join(' '),
  }
}

function confirmation({ dpopJkt }: Confirmed): Claims {
  return dpopJkt ? { cnf: { jkt: dpopJkt } } : {}
}

function lifeClaims(ctx: Context, client: ClientRecord): Claims {
  const now = epochSeconds(ctx.now)
  const exp = now + accessTokenSeconds(ctx, client)
  return { iss: ctx.settings.issuer, iat: now, nbf: now, exp, jti: randomUuid() }
}

function authenticationClaims(authentication: Authentication): Claims {
  return {
    sub: authentication.user.subject,
    auth_time: epochSeconds(authentication.authenticatedAt),
    acr: authentication.acrLevel,
    amr: authentication.authMethods.split(' ').filter((method) => method !== ''),
  }
}

/** One audience is a string, several are an array (RFC 7519 section 4.1.3). */
function audienceClaim(audiences: readonly string[]): string | string[] {
  const [first, ...more] = audiences
  if (first === undefined) throw new Error('A granted scope gives no audience.')
  return more.length === 0 ? first : [first, ...more]
}

/** Applies a client's own setting; any value but `on` and `off` follows the server's. */
function isOn(clientSwitch: string, serverSwitch: boolean): boolean {
  return clientSwitch === 'on' || (clientSwitch !== 'off' && serverSwitch)
}

/** `at_hash` for RS256: the left 128 bits of the SHA-256 digest (OpenID Connect Core 1.0 section 3.2.2.9). */
function leftHalfDigest(accessToken: string): string {
  return base64url(sha256(accessToken).subarray(0, 16))
}

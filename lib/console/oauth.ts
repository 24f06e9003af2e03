import * as oauth from 'oauth4webapi'
import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { consoleCallback, consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { type AcrLevel, defaultAcr, isAcrLevel, isAtLeast } from '#lib/domain/sign-in/acr.ts'
import { internalUrl } from './addresses.ts'

export interface Tokens {
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly refreshToken: string
  readonly refreshExpiresInSeconds: number
  readonly scopes: readonly string[]
  /** Language tag of the user; '' when the ID token has none, undefined when there was no ID token. */
  readonly locale: string | undefined
}

/** The server refused the grant, so the sign-in has ended. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
}

/** Maximum time for an answer of the console's own server, in milliseconds. */
const answerLimitMs = 10_000

/**
 * Redeems a code (RFC 6749 section 4.1.3, RFC 7636) and checks the ID token (OpenID Connect Core section 3.1.3.7):
 * signature, issuer, audience, times, nonce and level.
 * @param parameters of the callback
 * @throws LevelTooLowError, and the errors of oauth4webapi when the exchange fails or a token is not acceptable
 */
export async function redeemCode(
  ctx: Context,
  parameters: URLSearchParams,
  expected: { readonly state: string; readonly nonce: string; readonly codeVerifier: string },
): Promise<Tokens> {
  const { server, client, authentication, level } = await parties(ctx)
  const checked = oauth.validateAuthResponse(server, client, parameters, expected.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    checked,
    consoleCallback(ctx.config),
    expected.codeVerifier,
    options(),
  )
  const answer = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: expected.nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, options())
  requireLevel(oauth.getValidatedIdTokenClaims(answer)?.acr, level)
  return tokensOf(answer)
}

/**
 * Renews the tokens (RFC 6749 section 6).
 * @throws GrantRefused when the server answers `invalid_grant`: ended, revoked or disabled
 */
export async function renewTokens(ctx: Context, refreshToken: string): Promise<Tokens> {
  const { server, client, authentication } = await parties(ctx)
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    authentication,
    refreshToken,
    options(),
  )
  try {
    return tokensOf(await oauth.processRefreshTokenResponse(server, client, response))
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') {
      throw new GrantRefused('The refresh token was refused.', { cause: error })
    }
    throw error
  }
}

/** The sign-in reached a lower level than the console's client requires. */
export class LevelTooLowError extends Error {
  override readonly name = 'LevelTooLowError'
}

/**
 * A sign-in uses the level that the client required at its start. If that level was raised meanwhile, only the ID
 * token shows which level was proven (docs/decisions/authorization-requests.md).
 */
function requireLevel(acr: unknown, needed: AcrLevel): void {
  if (typeof acr === 'string' && isAcrLevel(acr) && isAtLeast(acr, needed)) return
  throw new LevelTooLowError(
    `The console needs ${needed}; the sign-in reached ${JSON.stringify(acr)}.`,
  )
}

/** Describes the server and the console's client for oauth4webapi. */
async function parties(ctx: Context) {
  const address = internalUrl(ctx.config)
  const server: oauth.AuthorizationServer = {
    issuer: ctx.settings.issuer,
    token_endpoint: `${address}/auth/token`,
    jwks_uri: `${address}/certs`,
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const record = await ctx.configuration.client(consoleClientIdentifier)
  if (!record?.clientSecretEncrypted) throw new Error('The console has no client secret.')
  const secret = ctx.cipher.open(
    record.clientSecretEncrypted,
    `clients.client_secret_encrypted/${record.id}`,
  )
  // The library reads the system clock, but the rest of the request uses `ctx.now`.
  const skewSeconds = epochSeconds(ctx.now) - epochSeconds(new Date())
  const client: oauth.Client = {
    client_id: consoleClientIdentifier,
    [oauth.clockSkew]: skewSeconds,
  }
  return {
    server,
    client,
    authentication: oauth.ClientSecretPost(secret),
    level: defaultAcr(record.defaultAcrLevel),
  }
}

/** Loopback needs no TLS; the timeout ends a request without an answer. */
function options() {
  return {
    [oauth.allowInsecureRequests]: true,
    signal: () => AbortSignal.timeout(answerLimitMs),
  }
}

function tokensOf(answer: oauth.TokenEndpointResponse): Tokens {
  const { access_token, expires_in, refresh_token, scope, refresh_expires_in } = answer
  const claims = oauth.getValidatedIdTokenClaims(answer)
  if (!refresh_token || !expires_in) throw new Error('The token answer is incomplete.')
  return {
    accessToken: access_token,
    expiresInSeconds: expires_in,
    refreshToken: refresh_token,
    refreshExpiresInSeconds: Number(refresh_expires_in) || expires_in,
    scopes: (scope ?? '').split(' '),
    locale: claims && (typeof claims.locale === 'string' ? claims.locale : ''),
  }
}

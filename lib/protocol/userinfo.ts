import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import type { UserCaller } from '#lib/domain/permissions/caller.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import {
  type AccessTokenClaims,
  authenticateUser,
  presentedToken,
  ruleOfToken,
  schemeAfter,
  TokenRefusal,
} from './access-token.ts'
import {
  findAccessToken,
  type SentToken,
  type TokenScheme,
  tokenChallenge,
  transportDescriptions,
} from './bearer.ts'
import {
  type Claims,
  type ClaimsSource,
  loadClaimsSource,
  markedClaims,
  userClaims,
} from './claims.ts'
import { nonceOfRefusal, ProofError } from './dpop/proof-error.ts'
import { OAuthError, type OAuthErrorCode } from './errors.ts'

/**
 * `GET` and `POST /userinfo` (OpenID Connect Core 1.0 section 5.3): the current claims of the token's user,
 * selected by the token's scopes.
 * @throws OAuthError 400 `invalid_request` for a token sent twice, 401 `invalid_token`, 403 `insufficient_scope`,
 *   each with the challenge of the token's scheme, and 401 `invalid_dpop_proof` or `use_dpop_nonce`; without a token
 *   the Bearer challenge alone
 */
export async function userinfo(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const found = findAccessToken(incoming, protocolFeatures(ctx))
  if (found.kind === 'refused') {
    const description = transportDescriptions[found.reason]
    throw refusal('Bearer', 400, 'invalid_request', 'token_sent_twice', description)
  }
  if (found.kind === 'none') {
    const headers = { ...noStore, 'WWW-Authenticate': tokenChallenge('Bearer') }
    return { kind: 'empty', status: 401, headers }
  }
  const caller = await findCaller(ctx, incoming, found)
  return { kind: 'json', status: 200, body: await claimsOf(ctx, caller), headers: noStore }
}

async function findCaller(ctx: Context, incoming: Incoming, sent: SentToken): Promise<UserCaller> {
  const { scheme } = sent
  try {
    const presented = presentedToken(sent, incoming)
    return await authenticateUser(ctx, presented, (claims) => requireOpenId(claims, scheme))
  } catch (error) {
    if (error instanceof TokenRefusal) {
      const { description } = error
      throw refusal(
        schemeAfter(error, scheme),
        401,
        'invalid_token',
        ruleOfToken(error),
        description,
      )
    }
    if (!(error instanceof ProofError)) throw error
    const { error: code, rule, description, facts } = error
    const refused = refusal('DPoP', 401, code, rule, description)
    const headers = { ...refused.headers, ...nonceOfRefusal(ctx, error) }
    throw new OAuthError(code, rule, description, { status: 401, headers, facts, cause: facts })
  }
}

/** Also refuses clients' own tokens: they never carry `openid`, and they name no user. */
function requireOpenId(claims: AccessTokenClaims, scheme: TokenScheme): void {
  if (claims.scopes.includes('openid') && claims.authTimeSeconds !== null) return
  throw refusal(
    scheme,
    403,
    'insufficient_scope',
    'openid_scope_missing',
    'Insufficient scope.',
    'openid',
  )
}

async function claimsOf(ctx: Context, { user, scopes }: UserCaller): Promise<Claims> {
  return userInfoClaims(ctx, await loadClaimsSource(ctx, user, scopes), scopes)
}

/** `sub` comes first. Groups and attributes are those marked for the ID token. */
export function userInfoClaims(
  ctx: Context,
  source: ClaimsSource,
  scopes: readonly string[],
): Claims {
  return {
    sub: source.user.subject,
    ...userClaims(ctx, source, scopes),
    ...markedClaims(source, scopes, 'idToken'),
  }
}

function refusal(
  scheme: TokenScheme,
  status: number,
  error: OAuthErrorCode,
  rule: RefusalRule,
  description: string,
  scope?: string,
): OAuthError {
  return new OAuthError(error, rule, description, {
    status,
    headers: { 'WWW-Authenticate': tokenChallenge(scheme, { error, description }, scope) },
  })
}

import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import type { UserCaller } from '#lib/domain/permissions/caller.ts'
import {
  type AccessTokenClaims,
  authenticateUser,
  ruleOfToken,
  TokenRefusal,
} from './access-token.ts'
import { bearerChallenge, findBearerToken, transportDescriptions } from './bearer.ts'
import {
  type Claims,
  type ClaimsSource,
  loadClaimsSource,
  markedClaims,
  userClaims,
} from './claims.ts'
import { OAuthError, type OAuthErrorCode } from './errors.ts'

/**
 * `GET` and `POST /userinfo` (OpenID Connect Core 1.0 section 5.3): the current claims of the token's user,
 * selected by the token's scopes.
 * @throws OAuthError 400 `invalid_request` for a token sent twice, 401 `invalid_token`, 403 `insufficient_scope`,
 *   each with the Bearer challenge; without a token the challenge alone
 */
export async function userinfo(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const bearer = findBearerToken(incoming)
  if (bearer.kind === 'refused') {
    throw refusal(400, 'invalid_request', 'token_sent_twice', transportDescriptions[bearer.reason])
  }
  if (bearer.kind === 'none') {
    const headers = { ...noStore, 'WWW-Authenticate': bearerChallenge() }
    return { kind: 'empty', status: 401, headers }
  }
  const caller = await findCaller(ctx, bearer.token)
  return { kind: 'json', status: 200, body: await claimsOf(ctx, caller), headers: noStore }
}

async function findCaller(ctx: Context, token: string): Promise<UserCaller> {
  try {
    return await authenticateUser(ctx, token, requireOpenId)
  } catch (error) {
    if (error instanceof TokenRefusal) {
      throw refusal(401, 'invalid_token', ruleOfToken(error), error.description)
    }
    throw error
  }
}

/** Also refuses clients' own tokens: they never carry `openid`, and they name no user. */
function requireOpenId(claims: AccessTokenClaims): void {
  if (!claims.scopes.includes('openid') || claims.authTimeSeconds === null) {
    throw insufficientScope()
  }
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

function insufficientScope(): OAuthError {
  return refusal(403, 'insufficient_scope', 'openid_scope_missing', 'Insufficient scope.', 'openid')
}

function refusal(
  status: number,
  error: OAuthErrorCode,
  rule: RefusalRule,
  description: string,
  scope?: string,
): OAuthError {
  return new OAuthError(error, rule, description, {
    status,
    headers: { 'WWW-Authenticate': bearerChallenge({ error, description }, scope) },
  })
}

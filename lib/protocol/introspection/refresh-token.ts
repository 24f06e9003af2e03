import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientRecord, RefreshTokenWithOrigin } from '#lib/persistence/store.ts'
import { OAuthError } from '../errors.ts'
import { verifyJwt } from '../jwt.ts'
import { checkOriginStillOn } from '../token/grants/origin.ts'
import { checkLifetime, checkUserAndSession } from '../token/grants/refresh-checks.ts'
import { maxLifetimeClaim } from '../token/refresh.ts'
import { Inactive, type InactiveReason } from './inactive.ts'

/**
 * The members of a refresh token that its client could use now. Nothing is spent, and a rotated token is no replay
 * here. Without `token_type` and `aud`, so that no resource server takes it for an access token.
 * @throws Inactive, also for a token of another client
 */
export async function introspectRefreshToken(
  ctx: Context,
  client: ClientRecord,
  presented: string,
): Promise<object> {
  const claims = await verifyJwt(ctx, presented, 'rt+jwt', { ignoreExpiry: true })
  if (!claims) throw new Inactive('signature')
  const jti = typeof claims.jti === 'string' ? claims.jti : ''
  const token = await ctx.store.refreshTokens.findByJti(jti)
  if (!token) throw new Inactive('revoked')
  if (token.clientId !== client.id) throw new Inactive('not_linked')
  if (token.revoked || token.grant.revokedAt) throw new Inactive('revoked')
  if (token.dpopJkt !== '' && !protocolFeatures(ctx).dpop) throw new Inactive('dpop_off')
  const maxLifetime = token.maxLifetime ? epochSeconds(token.maxLifetime) : undefined
  if (claims[maxLifetimeClaim] !== maxLifetime) throw new Inactive('not_a_token')
  inactiveUnless(() => checkLifetime(ctx, claims), 'expired')
  inactiveUnless(() => checkOriginStillOn(ctx, client, token), 'revoked')
  inactiveUnless(() => checkUserAndSession(ctx, client, token), endOf(token))
  const { sub, iss, exp, iat, nbf } = claims
  const { scope } = token
  return { scope, client_id: client.clientIdentifier, sub, iss, exp, iat, nbf, jti }
}

function inactiveUnless(check: () => unknown, reason: InactiveReason): void {
  try {
    check()
  } catch (error) {
    throw error instanceof OAuthError ? new Inactive(reason) : error
  }
}

function endOf({ user, authStateGeneration }: RefreshTokenWithOrigin): InactiveReason {
  if (!user?.enabled) return 'user_disabled'
  return authStateGeneration === user.authStateGeneration ? 'session_ended' : 'generation'
}

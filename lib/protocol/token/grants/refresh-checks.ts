import type { JWTPayload } from 'jose'
import { addressBlock } from '#lib/base/network/ip.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction, type Context, noteSubject } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { isConsoleClient, manageAccountScope } from '#lib/domain/permissions/built-in.ts'
import {
  clientMadePublic,
  type RevocationReason,
  revokeGrant,
} from '#lib/domain/retention/revocation.ts'
import { isTerminating } from '#lib/domain/sessions/session-end.ts'
import { sessionState } from '#lib/domain/sessions/sessions.ts'
import type {
  ClientRecord,
  ConsentRecord,
  RefreshTokenWithOrigin,
  UserRecord,
} from '#lib/persistence/store.ts'
import { requireKeyProof } from '#lib/protocol/client-authentication.ts'
import { invalidGrant, invalidScope, type OAuthError } from '#lib/protocol/errors.ts'
import { verifyJwt } from '#lib/protocol/jwt.ts'
import { audiencesOf, isPermissionScope, named } from '#lib/protocol/scopes.ts'
import { maxLifetimeClaim } from '../refresh.ts'
import { jktOf, type TokenRequest } from '../request.ts'
import { flowOf, originOf } from './origin.ts'
import { requireNoSecondFactor } from './password.ts'

/** Further inputs of a refresh. */
export interface RefreshInputs {
  readonly consent: ConsentRecord | null
  /** The user's permissions; empty when no permission scope is involved. */
  readonly held: ReadonlySet<string>
}

/**
 * Verifies the text of a refresh token and finds its row (docs/specification.md "Grant `refresh_token`"). A missing
 * row and a bad signature get the same answer. A rotated token of any age is answered as a replay: an answer about
 * its expiry would hide that it was stolen.
 * @throws OAuthError `invalid_grant`: not a token of this server, of another client, bound to another key, rotated,
 *   revoked (with the reason), past its maximum lifetime, or expired; 401 `invalid_client` without the assertion that
 *   its grant began with
 */
export async function findRefreshToken(
  ctx: Context,
  request: Omit<TokenRequest, 'form'>,
  presented: string,
): Promise<RefreshTokenWithOrigin> {
  const { client } = request
  const claims = await verifyJwt(ctx, presented, 'rt+jwt', { ignoreExpiry: true })
  if (!claims || typeof claims.exp !== 'number' || typeof claims.jti !== 'string') {
    throw invalidGrant('refresh_token_unknown', 'The refresh token is invalid.')
  }
  const token = await ctx.store.refreshTokens.findByJti(claims.jti)
  if (token?.clientId === client.id) noteSubject(ctx, { userId: token.userId })
  if (!token) throw invalidGrant('refresh_token_unknown', 'The refresh token is invalid.')
  if (token.clientId !== client.id) {
    throw invalidGrant(
      'refresh_token_other_client',
      'The refresh token is invalid because it does not belong to the client.',
    )
  }
  // Before the answer to a replay, because a thief without the key must not be able to end the grant.
  if (token.dpopJkt !== '' && token.dpopJkt !== jktOf(request)) {
    throw invalidGrant('dpop_other_key', 'The refresh token is bound to another key.')
  }
  requireKeyProof(ctx, request, token.grant)
  const maxLifetime = token.maxLifetime ? epochSeconds(token.maxLifetime) : undefined
  if (claims[maxLifetimeClaim] !== maxLifetime)
    throw invalidGrant('refresh_token_unknown', 'The refresh token is invalid.')
  if (token.revoked) {
    if (!endings.has(token.revokedReason)) await revokeReplayed(ctx, token)
    throw revocationOf(token)
  }
  checkLifetime(ctx, claims)
  return token
}

/** @throws OAuthError `invalid_grant`: past its maximum lifetime, or expired */
export function checkLifetime(ctx: Context, claims: JWTPayload): void {
  const now = epochSeconds(ctx.now)
  const maxLifetime = claims[maxLifetimeClaim]
  if (typeof maxLifetime === 'number' && maxLifetime <= now) {
    throw invalidGrant(
      'refresh_token_max_lifetime',
      'The refresh token has reached its maximum lifetime.',
    )
  }
  if ((claims.exp ?? 0) <= now)
    throw invalidGrant('refresh_token_expired', 'The refresh token has expired.')
}

/**
 * Reasons of tokens that were revoked unspent: presenting such a token is no replay. When the client became public,
 * the grant stays active with its access tokens. For the other reasons the grant was revoked too.
 */
const endings: ReadonlySet<string | null> = new Set<RevocationReason>([
  'session_terminated',
  'credential_change',
  'account_disabled',
  'consent_withdrawn',
  'client_revoked',
  clientMadePublic,
])

/** Revokes the active tokens of a rotated token's grant: either this copy or the current token was stolen. */
function revokeReplayed(ctx: Context, token: RefreshTokenWithOrigin): Promise<void> {
  return adminTransaction(ctx, async (tx) => {
    const revoked = await revokeGrant(tx, token.grantId, 'replay')
    if (revoked.length === 0) return
    audit(tx, 'refresh_token_replay_detected', {
      presentedRefreshTokenJti: token.jti,
      firstRefreshTokenJti: token.firstJti,
      revokedCount: revoked.length,
      clientId: token.clientId,
      userId: token.userId,
      flow: flowOf(token),
      ...(token.revokedAt && {
        secondsSinceRotation: epochSeconds(tx.now) - epochSeconds(token.revokedAt),
        // Unknown of a token that an earlier release renewed.
        ...(token.renewedFrom && { sameNetwork: token.renewedFrom === addressBlock(tx.ip) }),
      }),
    })
  })
}

/**
 * The refusal of a revoked token, or of a token with a revoked grant. It names the change that caused the
 * revocation, as the specification requires. Rotation and a replayed grant get the same text.
 */
export function revocationOf({ revokedReason, grant, user }: RefreshTokenWithOrigin): OAuthError {
  switch (revokedReason ?? grant.revokedReason) {
    case 'session_terminated':
      return sessionIsOver()
    case 'credential_change':
      return credentialsChanged()
    case 'account_disabled':
      return user?.enabled ? credentialsChanged() : accountDisabled()
    case 'consent_withdrawn':
      return consentIsGone()
    default:
      return revokedReason === null || endings.has(revokedReason)
        ? invalidGrant('grant_revoked', 'This refresh token has been revoked.')
        : invalidGrant('refresh_token_used', 'This refresh token has been revoked.')
  }
}

/**
 * Checks that the user, the code and the session behind the token are unchanged.
 * @returns the user
 * @throws OAuthError `invalid_grant`: disabled, two-factor authentication switched on after a password grant,
 *   credentials changed, session ended or expired
 */
export function checkUserAndSession(
  ctx: Context,
  client: ClientRecord,
  token: RefreshTokenWithOrigin,
): UserRecord {
  const { user, session } = token
  if (!user?.enabled) throw accountDisabled()
  if (originOf(token) === 'password') requireNoSecondFactor(user)
  if (token.authStateGeneration !== user.authStateGeneration) throw credentialsChanged()
  if (token.code?.revoked) throw sessionIsOver()
  if (session && (session.userId !== user.id || isTerminating(session))) throw sessionIsOver()
  if (token.type !== 'Refresh') return user
  if (!session || sessionState(ctx, session, user, client) !== 'valid') throw sessionIsOver()
  return user
}

function accountDisabled(): OAuthError {
  return invalidGrant('user_disabled', 'The user account is disabled.')
}

function credentialsChanged(): OAuthError {
  return invalidGrant(
    'credentials_changed',
    'The refresh token is superseded: the credentials of the user have changed.',
  )
}

function sessionIsOver(): OAuthError {
  return invalidGrant('session_ended', 'The user session has expired or has been terminated.')
}

/**
 * Returns the scopes of this answer: the requested ones, or all of the token.
 * @throws OAuthError `invalid_scope` naming a scope the token does not hold, or when no scope is left that gives an
 *   audience
 */
export function narrowedScopes(
  granted: readonly string[],
  requested: readonly string[],
): readonly string[] {
  const foreign = requested.find((scope) => !granted.includes(scope))
  if (foreign !== undefined) {
    throw invalidScope(
      'scope_not_in_token',
      `Scope '${named(foreign)}' is not part of the scope of the refresh token.`,
    )
  }
  const scopes = requested.length > 0 ? requested : granted
  if (audiencesOf(scopes).length === 0) {
    throw invalidScope(
      'scope_without_audience',
      'The requested scope needs another scope beside it.',
    )
  }
  return scopes
}

/**
 * Returns the scopes that the user's consent must cover. For a client that requires consent and for offline grants
 * these are all scopes; otherwise the one scope that needs consent for every client. The console's client never
 * shows the consent page and needs none. Neither does the password grant: typing the password was the consent.
 */
export function scopesNeedingConsent(
  client: ClientRecord,
  token: RefreshTokenWithOrigin,
  scopes: readonly string[],
): readonly string[] {
  if (originOf(token) === 'password' || isConsoleClient(client)) return []
  if (client.consentRequired || token.type === 'Offline') return scopes
  return scopes.filter((scope) => scope === manageAccountScope)
}

/** @throws OAuthError `invalid_grant` when the consent is gone or does not cover a scope */
export function checkConsent(consent: ConsentRecord | null, needed: readonly string[]): void {
  if (needed.length === 0) return
  if (!consent) throw consentIsGone()
  const given = new Set(consent.scope.split(' '))
  const missing = needed.find((scope) => !given.has(scope))
  if (missing !== undefined) {
    throw invalidGrant(
      'consent_missing',
      `Scope '${missing}' is not recognized. The user has not consented to the '${missing}' permission.`,
    )
  }
}

function consentIsGone(): OAuthError {
  return invalidGrant(
    'consent_missing',
    'The user has either not given consent to this client or the previously granted consent has been revoked.',
  )
}

/** @throws OAuthError `invalid_grant` naming a permission the user no longer holds */
export function checkPermissionsStillHeld(
  held: ReadonlySet<string>,
  scopes: readonly string[],
): void {
  const lost = scopes.find((scope) => isPermissionScope(scope) && !held.has(scope))
  if (lost !== undefined) {
    throw invalidGrant(
      'permission_not_held',
      `The user does not hold the permission '${named(lost)}' any more.`,
    )
  }
}

import { briefTransaction, type Context } from '#lib/context.ts'
import { audit } from '#lib/domain/audit.ts'
import { heldScopes } from '#lib/domain/permissions.ts'
import { bumpSession } from '#lib/domain/sessions.ts'
import type { ClientWithUris, RefreshTokenWithOrigin, UserRecord } from '#lib/persistence/store.ts'
import { requireStillAuthentic } from '../../client-authentication.ts'
import { unauthorizedClient } from '../../errors.ts'
import { isPermissionScope, parseScope } from '../../scopes.ts'
import { checkAdministrativeScopes } from '../administrative.ts'
import {
  type PlannedRefreshToken,
  planOfflineToken,
  planSessionToken,
  storeRefreshToken,
} from '../refresh.ts'
import { requestedScopes, requireParameter, type TokenRequest } from '../request.ts'
import type { IssuedTokens } from '../response.ts'
import { isStillEntitled, mintUserTokens } from '../user-tokens.ts'
import { isPasswordGrantOn } from './password.ts'
import {
  answerReplay,
  checkConsent,
  checkOriginStillOn,
  checkPermissionsStillHeld,
  checkUserAndSession,
  effectiveScopes,
  findRefreshToken,
  flowOf,
  type RefreshFacts,
  scopesNeedingConsent,
  tokenIsRevoked,
} from './refresh-checks.ts'

/**
 * The `refresh_token` grant (RFC 6749 §6): rotates the token. `scope` narrows only the access token
 * and ID token of this answer. Presenting a rotated token revokes the whole grant; a refusal for any
 * other reason leaves the token live.
 * @throws OAuthError as the specification's table of the grant says
 */
export async function refreshTokens(
  ctx: Context,
  { client, form }: TokenRequest,
): Promise<IssuedTokens> {
  if (!client.authorizationCodeEnabled && !isPasswordGrantOn(ctx, client)) {
    throw unauthorizedClient(
      'The client associated with the provided client_id does not support the refresh token flow.',
    )
  }
  const requested = requestedScopes(form)
  const token = await findRefreshToken(ctx, client, requireParameter(form, 'refresh_token'))
  if (token.revoked) await answerReplay(ctx, token)
  if (token.grant.revokedAt) throw tokenIsRevoked()
  checkOriginStillOn(ctx, client, token)
  const granted = parseScope(token.scope)
  const facts = await loadFacts(ctx, client, token, granted)
  const user = checkUserAndSession(ctx, token)
  const scopes = effectiveScopes(granted, requested)
  checkConsent(facts.consent, scopesNeedingConsent(client, token, scopes))
  checkPermissionsStillHeld(facts.held, scopes)
  const grantType = 'refresh_token'
  await checkAdministrativeScopes(ctx, { client, scopes, userId: user.id, grantType })
  return rotate(ctx, { client, token, user, scopes })
}

/** Reads side by side what else the checks may need. */
async function loadFacts(
  ctx: Context,
  client: ClientWithUris,
  token: RefreshTokenWithOrigin,
  granted: readonly string[],
): Promise<RefreshFacts> {
  const needsConsent = scopesNeedingConsent(client, token, granted).length > 0
  const [consent, held] = await Promise.all([
    needsConsent ? ctx.store.consents.find(token.userId, client.id) : null,
    granted.some(isPermissionScope) ? heldScopes(ctx, token.userId) : new Set<string>(),
  ])
  return { consent, held }
}

interface Rotation {
  readonly client: ClientWithUris
  readonly token: RefreshTokenWithOrigin
  readonly user: UserRecord
  readonly scopes: readonly string[]
}

/**
 * Signs first, then rotates the token and stores its child, all or nothing. The client is not locked, as little
 * as for a code.
 */
async function rotate(ctx: Context, rotation: Rotation): Promise<IssuedTokens> {
  const { client, token, user, scopes } = rotation
  const { authenticatedAt, acrLevel, authMethods, authStateGeneration } = token
  const authentication = { user, authenticatedAt, acrLevel, authMethods, authStateGeneration }
  const refresh = planChild(ctx, rotation)
  const tokens = await mintUserTokens(ctx, {
    client,
    scopes,
    authentication,
    grantIdentifier: token.grant.grantIdentifier,
    sessionIdentifier: token.grant.sessionIdentifier,
    refresh,
  })
  await briefTransaction(ctx, async (tx) => {
    const [entitled, rotated, now] = await Promise.all([
      isStillEntitled(tx, authentication, refresh.sessionIdentifier),
      tx.store.refreshTokens.rotate(token.id, tx.now),
      tx.store.clients.findRecord(client.clientIdentifier),
    ])
    checkOriginStillOn(tx, requireStillAuthentic(tx, client, now), token)
    if (!entitled || !rotated) {
      // Another request was first, or what the token stands on just ended: no replay, no cascade.
      throw tokenIsRevoked()
    }
    const { grant, codeId } = token
    const used = token.type === 'Refresh' ? token.session : null
    storeRefreshToken(tx, refresh, { grant, codeId, client, authentication, parent: token })
    if (used) bumpSession(tx, used, client.id)
    audit(tx, 'token_issued_refresh_token_response', {
      ...(codeId === null ? { userId: user.id, clientId: client.id } : { codeId }),
      refreshTokenJti: token.jti,
      flow: flowOf(token),
    })
  })
  return tokens
}

/** The child is of its parent's kind, whatever this request narrowed the scope to. */
function planChild(ctx: Context, { client, token }: Rotation): PlannedRefreshToken {
  if (token.type === 'Offline') {
    return planOfflineToken(ctx, client, token.scope, token.maxLifetime)
  }
  const { session } = token
  if (!session) throw new Error('A session-bound refresh token came through without its session.')
  return planSessionToken(ctx, token.scope, session)
}

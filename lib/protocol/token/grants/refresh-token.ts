import { addressBlock } from '#lib/base/network/ip.ts'
import type { Context, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { withoutForbiddenOffline } from '#lib/domain/clients/allowed-scopes.ts'
import { heldScopes } from '#lib/domain/permissions/permissions.ts'
import { bumpRefreshedSession } from '#lib/domain/sessions/sessions.ts'
import type {
  ClientWithUris,
  GrantRecord,
  RefreshTokenWithOrigin,
  UserRecord,
} from '#lib/persistence/store.ts'
import { requireStillAuthentic } from '#lib/protocol/client-authentication.ts'
import { unauthorizedClient } from '#lib/protocol/errors.ts'
import { accessFor, type TokenAccess } from '#lib/protocol/resources.ts'
import { isPermissionScope, parseScope } from '#lib/protocol/scopes.ts'
import { checkAdministrativeScopes } from '../administrative.ts'
import { requireAllowedScopes } from '../allowed-scopes.ts'
import {
  issueTransaction,
  type PlannedRefreshToken,
  planOfflineToken,
  planSessionToken,
  storeRefreshToken,
} from '../refresh.ts'
import { jktOf, requestedScopes, requireParameter, type TokenRequest } from '../request.ts'
import type { IssuedTokens } from '../response.ts'
import { mintUserTokens, spendIfEntitled } from '../user-tokens.ts'
import { checkOriginStillOn, flowOf, mayRefresh, originOf } from './origin.ts'
import { requireStillNoSecondFactor } from './password.ts'
import {
  checkConsent,
  checkPermissionsStillHeld,
  checkUserAndSession,
  findRefreshToken,
  narrowedScopes,
  type RefreshInputs,
  revocationOf,
  scopesNeedingConsent,
} from './refresh-checks.ts'

/**
 * The `refresh_token` grant (RFC 6749 section 6): rotates the token. `scope` narrows only the access token and ID
 * token of this answer. Presenting a rotated token revokes the whole grant. A refusal for any other reason leaves
 * the token active.
 * @throws OAuthError as the specification's table of the grant says
 */
export async function refreshTokens(ctx: Context, request: TokenRequest): Promise<IssuedTokens> {
  const { client, form } = request
  if (!mayRefresh(ctx, client)) {
    throw unauthorizedClient(
      'grant_off',
      'The client associated with the provided client_id does not support the refresh token flow.',
    )
  }
  const requested = requestedScopes(form)
  const token = await findRefreshToken(ctx, request, requireParameter(form, 'refresh_token'))
  if (token.grant.revokedAt) throw revocationOf(token)
  checkOriginStillOn(ctx, client, token)
  const granted = parseScope(token.scope)
  const inputs = await loadInputs(ctx, client, token, granted)
  const user = checkUserAndSession(ctx, client, token)
  const scopes = withoutForbiddenOffline(ctx, client, narrowedScopes(granted, requested))
  const grantType = 'refresh_token'
  await checkAdministrativeScopes(ctx, { client, scopes, userId: user.id, grantType })
  checkConsent(inputs.consent, scopesNeedingConsent(client, token, scopes))
  checkPermissionsStillHeld(inputs.held, scopes)
  requireAllowedScopes(ctx, client, scopes)
  const access = await accessFor(ctx, form, { ...token.grant, scopes: granted }, scopes)
  return rotate(ctx, { client, token, user, scopes, access, dpopJkt: jktOf(request) })
}

/** Reads the further inputs of the checks in parallel. */
async function loadInputs(
  ctx: Context,
  client: ClientWithUris,
  token: RefreshTokenWithOrigin,
  granted: readonly string[],
): Promise<RefreshInputs> {
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
  readonly access: TokenAccess
  /** Thumbprint of the key that the request proved; '' for none. */
  readonly dpopJkt: string
}

/**
 * Rotates the token as it was read. If the user changed the password meanwhile and that change kept the token,
 * reads it again and rotates it once more.
 */
async function rotate(ctx: Context, rotation: Rotation): Promise<IssuedTokens> {
  const tokens = await rotateAsRead(ctx, rotation)
  if (tokens) return tokens
  const read = rotation.token
  const token = (await ctx.store.refreshTokens.findByJti(read.jti)) ?? read
  if (token.revoked || token.grant.revokedAt) throw revocationOf(token)
  const user = checkUserAndSession(ctx, rotation.client, token)
  if (token.authStateGeneration === read.authStateGeneration) throw revocationOf(token)
  const later = await rotateAsRead(ctx, { ...rotation, token, user })
  if (!later) throw revocationOf(token)
  return later
}

/** Another request came first, or the user or session behind the token changed. Nothing was written. */
class LostRaceError extends Error {
  override readonly name = 'LostRaceError'
}

/**
 * Signs first, then rotates the token and stores its child in one transaction. The client is not locked, as with a
 * code.
 * @returns null when another request came first, or when the user or session behind the token changed: no replay,
 *   and the grant is not revoked
 */
async function rotateAsRead(ctx: Context, rotation: Rotation): Promise<IssuedTokens | null> {
  const { client, token, user, scopes, access, dpopJkt } = rotation
  const { authenticatedAt, acrLevel, authMethods, authStateGeneration } = token
  const authentication = { user, authenticatedAt, acrLevel, authMethods, authStateGeneration }
  const refresh = planChild(ctx, rotation)
  const tokens = await mintUserTokens(ctx, {
    client,
    scopes,
    access,
    authentication,
    grantIdentifier: token.grant.grantIdentifier,
    sessionIdentifier: token.grant.sessionIdentifier,
    refresh,
    dpopJkt,
  })
  const isStored = await unlessRaceIsLost(ctx, refresh, token.grant, async (tx) => {
    const spend = () => tx.store.refreshTokens.rotate(token.id, tx.now, addressBlock(tx.ip))
    const [isRotated, now] = await Promise.all([
      spendIfEntitled(tx, client, authentication, refresh.sessionIdentifier, spend),
      tx.store.clients.findStatus(client.clientIdentifier),
    ])
    checkOriginStillOn(tx, requireStillAuthentic(tx, client, now), token)
    if (!isRotated) throw new LostRaceError()
    if (originOf(token) === 'password') await requireStillNoSecondFactor(tx, user.id)
    const { grant, codeId } = token
    const used = token.type === 'Refresh' ? token.session : null
    const origin = { grant, codeId, client, authentication, parent: token, dpopJkt }
    await storeRefreshToken(tx, refresh, origin)
    if (used) await bumpRefreshedSession(tx, used, client.id)
    audit(tx, 'token_issued_refresh_token_response', {
      ...(codeId === null ? { userId: user.id, clientId: client.id } : { codeId }),
      refreshTokenJti: token.jti,
      flow: flowOf(token),
    })
  })
  return isStored ? tokens : null
}

/** Runs a transaction; false when a concurrent request won and the transaction was rolled back. */
async function unlessRaceIsLost(
  ctx: Context,
  plan: PlannedRefreshToken,
  grant: GrantRecord,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  try {
    await issueTransaction(ctx, plan, grant, work)
    return true
  } catch (error) {
    if (error instanceof LostRaceError) return false
    throw error
  }
}

/** The child has its parent's kind, even when this request narrowed the scope. */
function planChild(ctx: Context, { client, token }: Rotation): PlannedRefreshToken {
  if (token.type === 'Offline') {
    return planOfflineToken(ctx, client, token.scope, token.maxLifetime)
  }
  const { session } = token
  if (!session) throw new Error('A session-bound refresh token came through without its session.')
  return planSessionToken(ctx, client, token.scope, session)
}

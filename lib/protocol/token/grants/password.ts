import { type Context, type Tx, transaction } from '#lib/context.ts'
import { audit, auditRefusal } from '#lib/domain/audit.ts'
import { maxTypedEmailLength } from '#lib/domain/email-address.ts'
import { normalizeEmail } from '#lib/domain/email-form.ts'
import { renewedHash, requireHashingRoom, verifyPassword } from '#lib/domain/password.ts'
import { heldScopes } from '#lib/domain/permissions.ts'
import { countFailures, passwordFailures } from '#lib/domain/rate-limits.ts'
import { isLinkNeeded, noteWrongPassword } from '#lib/domain/sign-in-failures.ts'
import { cutCodePoints } from '#lib/kernel/text.ts'
import type { ClientRecord, ClientStatus, UserRecord } from '#lib/persistence/store.ts'
import { requireStillAuthentic } from '../../client-authentication.ts'
import {
  invalidGrant,
  invalidScope,
  OAuthError,
  tooManyRequests,
  unauthorizedClient,
} from '../../errors.ts'
import {
  audiencesOf,
  isOpenIdScope,
  isPermissionScope,
  malformedScope,
  named,
  offlineAccessScope,
  requirePermissionExists,
} from '../../scopes.ts'
import { checkAdministrativeScopes } from '../administrative.ts'
import { newGrantIdentifier } from '../mint.ts'
import { planOfflineToken, storeRefreshToken } from '../refresh.ts'
import { requestedScopes, requireParameter, type TokenRequest } from '../request.ts'
import type { IssuedTokens } from '../response.ts'
import { isStillEntitled, mintUserTokens } from '../user-tokens.ts'

/** True when the grant is on for the client: its own setting, else the server's. */
export function isPasswordGrantOn(ctx: Context, client: ClientStatus): boolean {
  return (
    client.resourceOwnerPasswordCredentialsEnabled ??
    ctx.settings.resourceOwnerPasswordCredentialsEnabled
  )
}

function requirePasswordGrant(ctx: Context, client: ClientRecord): void {
  if (isPasswordGrantOn(ctx, client)) return
  throw unauthorizedClient(
    'The client associated with the provided client_id does not support the resource owner password credentials flow.',
  )
}

/**
 * The `password` grant (RFC 6749 section 4.3, deprecated): checks a user's email address and password and
 * issues tokens without a session; the refresh token is always of the offline kind.
 * @throws OAuthError `unauthorized_client` when it is off, `invalid_request` for a missing parameter,
 *   `invalid_grant` for wrong credentials, a disabled user or one with two-factor authentication,
 *   `invalid_scope` for a scope unknown or not held, 429 after too many failures
 * @throws Unavailable, which is no failure
 */
export async function signInWithPassword(
  ctx: Context,
  { client, form }: TokenRequest,
): Promise<IssuedTokens> {
  requirePasswordGrant(ctx, client)
  const requested = requestedScopes(form)
  const username = requireParameter(form, 'username')
  const password = requireParameter(form, 'password')
  const user = await authenticateUser(ctx, client, normalizeEmail(username), password)
  const scopes = requested.length > 0 ? requested : ['openid']
  // What the client may not ask for comes first: its refusal must not tell who holds the permission.
  await checkAdministrativeScopes(ctx, { client, scopes, userId: user.id, grantType: 'password' })
  await checkUserScopes(ctx, user, scopes)
  return issue(ctx, client, user, scopes)
}

/**
 * Verifies the credentials within the budgets of an account, which it shares with the sign-in page, and one of the
 * address. Only refused credentials are charged. An account that needs a mailed link first is refused like a wrong
 * password.
 */
async function authenticateUser(
  ctx: Context,
  client: ClientRecord,
  email: string,
  password: string,
): Promise<UserRecord> {
  requireHashingRoom()
  const tiers = passwordFailures(ctx, 'ropc_ip', email)
  const checked = await countFailures(ctx, tiers, async () => {
    const value = await verifyCredentials(ctx, email, password).catch(asRefused)
    return { failed: value instanceof OAuthError, value }
  })
  if (checked.refused) throw tooManyRequests(checked.retryAfterSeconds)
  const outcome = checked.value
  if (outcome instanceof OAuthError) {
    await auditRefusal(ctx, 'ropc_auth_failed', {
      email: cutCodePoints(email, maxTypedEmailLength),
      clientIdentifier: client.clientIdentifier,
    })
    throw outcome
  }
  return outcome
}

/** A refusal of the credentials; any other failure goes on. */
function asRefused(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  throw error
}

/** What is wrong with an account is told only to those who know its password. */
async function verifyCredentials(
  ctx: Context,
  email: string,
  password: string,
): Promise<UserRecord> {
  const user = await ctx.store.users.findByEmail(email)
  const verdict = await verifyPassword(user?.passwordHash ?? '', password, ctx)
  if (!user || verdict === 'wrong' || (await isLinkNeeded(ctx, user))) {
    await noteWrongPassword(ctx, email, user)
    throw invalidGrant('Invalid user credentials.')
  }
  if (!user.enabled) throw invalidGrant('The user account is disabled.')
  requireNoSecondFactor(user)
  const renewed = await renewedHash(verdict, password, ctx)
  if (renewed) await ctx.store.users.rehash(user.id, user.passwordHash, renewed)
  return user
}

/**
 * The grant knows no second factor: with one its users are refused (docs/specification.md "Sign-in"), and so are its
 * refresh tokens once there is one.
 * @throws OAuthError `invalid_grant`
 */
export function requireNoSecondFactor({ otpEnabled }: Pick<UserRecord, 'otpEnabled'>): void {
  if (!otpEnabled) return
  throw invalidGrant(
    'The user has two-factor authentication enabled, which the resource owner password credentials flow does not support.',
  )
}

async function checkUserScopes(
  ctx: Context,
  user: UserRecord,
  scopes: readonly string[],
): Promise<void> {
  const held = scopes.some(isPermissionScope) ? await heldScopes(ctx, user.id) : new Set<string>()
  for (const scope of scopes) {
    if (isOpenIdScope(scope) || scope === offlineAccessScope || held.has(scope)) continue
    if (!isPermissionScope(scope)) throw malformedScope(scope)
    await requirePermissionExists(ctx, scope)
    throw invalidScope(`The user does not hold the permission '${named(scope)}'.`)
  }
  if (audiencesOf(scopes).length === 0) {
    throw invalidScope(`Scope '${offlineAccessScope}' needs another scope beside it.`)
  }
}

/**
 * Signs first, then stores the grant and its refresh token, all or nothing. The client is locked meanwhile: no
 * code and no token leads up to this one, whose row would be what the client's revocation waits for.
 */
async function issue(
  ctx: Context,
  client: ClientRecord,
  user: UserRecord,
  scopes: readonly string[],
): Promise<IssuedTokens> {
  const { authStateGeneration } = user
  const authentication = {
    user,
    authenticatedAt: ctx.now,
    acrLevel: 'urn:authserver:level1',
    authMethods: 'pwd',
    authStateGeneration,
  }
  const grantIdentifier = newGrantIdentifier(ctx)
  const refresh = planOfflineToken(ctx, client, scopes.join(' '), null)
  const grant = { client, scopes, authentication, grantIdentifier, sessionIdentifier: '', refresh }
  const tokens = await mintUserTokens(ctx, grant)
  await transaction(ctx, async (tx) => {
    const locked = await tx.store.clients.lock(client.id)
    requirePasswordGrant(tx, requireStillAuthentic(tx, client, locked))
    if (!(await isStillEntitled(tx, client, authentication, ''))) {
      throw invalidGrant('Invalid user credentials.')
    }
    await requireStillNoSecondFactor(tx, user.id)
    const stored = await tx.store.grants.insert({
      createdAt: tx.now,
      grantIdentifier,
      grantType: 'password',
      userId: user.id,
      clientId: client.id,
      sessionIdentifier: '',
      expiresAt: refresh.expiresAt,
    })
    const origin = { grant: stored, codeId: null, client, authentication, parent: null }
    storeRefreshToken(tx, refresh, origin)
    audit(tx, 'token_issued_ropc_response', { userId: user.id, clientId: client.id })
  })
  return tokens
}

/**
 * Reads again, in the transaction that hands tokens out, that there is no second factor. The user's row is held by then
 * (`isStillEntitled`), and whoever switches it on waits.
 * @throws OAuthError `invalid_grant`
 */
export async function requireStillNoSecondFactor(tx: Tx, userId: number): Promise<void> {
  const now = await tx.store.users.share(userId)
  if (now) requireNoSecondFactor(now)
}

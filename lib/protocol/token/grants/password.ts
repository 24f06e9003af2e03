import { cutCodePoints } from '#lib/base/text/text.ts'
import { type AnyContext, adminTransaction, type Context, type Tx } from '#lib/context.ts'
import { audit, auditRefusal } from '#lib/domain/audit/audit.ts'
import { withoutForbiddenOffline } from '#lib/domain/clients/allowed-scopes.ts'
import { maxTypedEmailLength } from '#lib/domain/email/email-address.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { countFailures, passwordFailures } from '#lib/domain/limits/rate-limits.ts'
import { renewedHash, requireHashingRoom, verifyPassword } from '#lib/domain/passwords/password.ts'
import { heldScopes } from '#lib/domain/permissions/permissions.ts'
import { offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import { isLinkNeeded, noteWrongPassword } from '#lib/domain/sign-in/sign-in-failures.ts'
import type { ClientRecord, ClientStatus, UserRecord } from '#lib/persistence/store.ts'
import { requireStillAuthentic } from '#lib/protocol/client-authentication.ts'
import { spendClientProof } from '#lib/protocol/dpop/client-proof.ts'
import {
  invalidGrant,
  invalidScope,
  OAuthError,
  tooManyRequests,
  unauthorizedClient,
} from '#lib/protocol/errors.ts'
import {
  findResources,
  limitedTo,
  sentResources,
  type TokenAccess,
  unlimited,
} from '#lib/protocol/resources.ts'
import {
  audiencesOf,
  isOpenIdScope,
  isPermissionScope,
  malformedScope,
  named,
  requirePermissionExists,
} from '#lib/protocol/scopes.ts'
import { checkAdministrativeScopes } from '../administrative.ts'
import { requireAllowedScopes } from '../allowed-scopes.ts'
import { newGrantIdentifier } from '../mint.ts'
import { planOfflineToken, storeRefreshToken } from '../refresh.ts'
import { jktOf, requestedScopes, requireParameter, type TokenRequest } from '../request.ts'
import type { IssuedTokens } from '../response.ts'
import { isStillEntitled, mintUserTokens } from '../user-tokens.ts'

export function isPasswordGrantOn(ctx: AnyContext, client: ClientStatus): boolean {
  return (
    client.resourceOwnerPasswordCredentialsEnabled ??
    ctx.settings.resourceOwnerPasswordCredentialsEnabled
  )
}

function requirePasswordGrant(ctx: Context, client: ClientRecord): void {
  if (isPasswordGrantOn(ctx, client)) return
  throw unauthorizedClient(
    'grant_off',
    'The client associated with the provided client_id does not support the resource owner password credentials flow.',
  )
}

/**
 * The `password` grant (RFC 6749 section 4.3, deprecated): checks a user's email address and password and issues
 * tokens without a session. The refresh token is always of the offline kind.
 * @throws OAuthError `unauthorized_client` when the grant is off, `invalid_request` for a missing parameter,
 *   `invalid_grant` for wrong credentials, a disabled user or one with two-factor authentication, `invalid_scope`
 *   for a scope that is unknown or not held, `invalid_dpop_proof` for a proof that was used before, 429 after too many
 *   failures
 * @throws Unavailable, which does not count as a failure
 */
export async function signInWithPassword(
  ctx: Context,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const { client, proof, form } = request
  requirePasswordGrant(ctx, client)
  const requested = requestedScopes(form)
  const username = requireParameter(form, 'username')
  const password = requireParameter(form, 'password')
  const user = await authenticateUser(ctx, client, normalizeEmail(username), password)
  // A confidential client's proof was spent once the client had authenticated.
  if (client.isPublic) await spendClientProof(ctx, proof, async () => null)
  const wanted = requested.length > 0 ? requested : ['openid']
  const scopes = withoutForbiddenOffline(ctx, client, wanted)
  // The client's rights come first: their refusal must not reveal whether the user holds the permission.
  await checkAdministrativeScopes(ctx, { client, scopes, userId: user.id, grantType: 'password' })
  await checkUserScopes(ctx, user, scopes)
  requireAllowedScopes(ctx, client, scopes)
  const resources = await findResources(ctx, sentResources(ctx, form))
  const access = resources.length === 0 ? unlimited(scopes) : limitedTo(resources, scopes)
  const limits = { access, resources: resources.map(({ uri }) => uri).join(' ') }
  return issue(ctx, request, user, scopes, limits)
}

/**
 * Verifies the credentials within the failure budgets of the account, shared with the sign-in page, and of the
 * address. Only refused credentials count. An account that must sign in by a mailed link is refused like a wrong
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
    const details = {
      email: cutCodePoints(email, maxTypedEmailLength),
      clientIdentifier: client.clientIdentifier,
    }
    await auditRefusal(ctx, 'ropc_auth_failed', details, { clientId: client.id })
    throw outcome
  }
  return outcome
}

/** Returns a refusal of the credentials; rethrows any other failure. */
function asRefused(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  throw error
}

/** The state of an account is revealed only after its password was correct. */
async function verifyCredentials(
  ctx: Context,
  email: string,
  password: string,
): Promise<UserRecord> {
  const user = await ctx.store.users.findByEmail(email)
  const verdict = await verifyPassword(user?.passwordHash ?? '', password, ctx)
  if (!user || verdict === 'wrong' || (await isLinkNeeded(ctx, user))) {
    await noteWrongPassword(ctx, email, user)
    throw invalidGrant('user_credentials_wrong', 'Invalid user credentials.')
  }
  if (!user.enabled) throw invalidGrant('user_disabled', 'The user account is disabled.')
  requireNoSecondFactor(user)
  const renewed = await renewedHash(verdict, password, ctx)
  if (renewed) await ctx.store.users.rehash(user.id, user.passwordHash, renewed)
  return user
}

/**
 * The grant supports no second factor, so it refuses users who have one (docs/specification.md "Sign-in"). Their
 * refresh tokens from this grant are refused once a second factor is set up.
 * @throws OAuthError `invalid_grant`
 */
export function requireNoSecondFactor({
  otpEnabled,
  passkeySecondFactor,
}: Pick<UserRecord, 'otpEnabled' | 'passkeySecondFactor'>): void {
  if (!otpEnabled && !passkeySecondFactor) return
  throw invalidGrant(
    'second_step_unsupported',
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
    throw invalidScope(
      'permission_not_held',
      `The user does not hold the permission '${named(scope)}'.`,
    )
  }
  if (audiencesOf(scopes).length === 0) {
    throw invalidScope(
      'scope_without_audience',
      `Scope '${offlineAccessScope}' needs another scope beside it.`,
    )
  }
}

/**
 * Signs first, then stores the grant and its refresh token in one transaction. The client is locked meanwhile: this
 * grant has no earlier code or token, so there is no row for the client's revocation to wait for.
 */
async function issue(
  ctx: Context,
  request: TokenRequest,
  user: UserRecord,
  scopes: readonly string[],
  { access, resources }: { readonly access: TokenAccess; readonly resources: string },
): Promise<IssuedTokens> {
  const { client } = request
  const dpopJkt = jktOf(request)
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
  const grant = { client, scopes, access, authentication, grantIdentifier, refresh, dpopJkt }
  const tokens = await mintUserTokens(ctx, { ...grant, sessionIdentifier: '' })
  await adminTransaction(ctx, async (tx) => {
    const locked = await tx.store.clients.lock(client.id)
    requirePasswordGrant(tx, requireStillAuthentic(tx, client, locked))
    if (!(await isStillEntitled(tx, client, authentication, ''))) {
      throw invalidGrant('user_credentials_wrong', 'Invalid user credentials.')
    }
    await requireStillNoSecondFactor(tx, user.id)
    const stored = await tx.store.grants.insert({
      createdAt: tx.now,
      grantIdentifier,
      grantType: 'password',
      userId: user.id,
      clientId: client.id,
      sessionIdentifier: '',
      resources,
      expiresAt: refresh.expiresAt,
    })
    await tx.store.users.noteSignIn(user.id, tx.now)
    const origin = { grant: stored, codeId: null, client, authentication, parent: null, dpopJkt }
    await storeRefreshToken(tx, refresh, origin)
    audit(tx, 'token_issued_ropc_response', { userId: user.id, clientId: client.id })
  })
  return tokens
}

/**
 * Checks for a second factor again, in the transaction that issues tokens. `isStillEntitled` already locked the
 * user's row there, so a request that switches it on waits.
 * @throws OAuthError `invalid_grant`
 */
export async function requireStillNoSecondFactor(tx: Tx, userId: number): Promise<void> {
  const now = await tx.store.users.share(userId)
  if (now) requireNoSecondFactor(now)
}

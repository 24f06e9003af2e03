import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { adminTransaction, type Context, noteSubject } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { forbiddenScope, withoutForbiddenOffline } from '#lib/domain/clients/allowed-scopes.ts'
import { heldScopes } from '#lib/domain/permissions/permissions.ts'
import type {
  ClientWithUris,
  DeviceAuthorizationRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import { requireStillAuthentic } from '#lib/protocol/client-authentication.ts'
import { type ApprovedGrant, openApproved } from '#lib/protocol/device/approval.ts'
import { requireDeviceGrant } from '#lib/protocol/device/device-authorization.ts'
import { invalidGrant, OAuthError } from '#lib/protocol/errors.ts'
import { accessFor } from '#lib/protocol/resources.ts'
import { isPermissionScope, parseScope } from '#lib/protocol/scopes.ts'
import { newGrantIdentifier } from '../mint.ts'
import { planOfflineToken, storeRefreshToken } from '../refresh.ts'
import { jktOf, requireParameter, type TokenRequest } from '../request.ts'
import type { IssuedTokens } from '../response.ts'
import { isStillEntitled, mintUserTokens } from '../user-tokens.ts'

/** The `grant_type` of RFC 8628 section 3.4. */
export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** The addition to the interval after a poll that came too early, and its limit, in seconds (RFC 8628 section 3.5). */
const slower = { add: 5, atMost: 30 }
/** Tolerance for a poll that comes too early, in milliseconds. */
const toleranceMs = 1_000

/**
 * The device grant (RFC 8628 section 3.4): a device asks whether its user has approved it. An approval gives tokens
 * once. The refresh token is always of the offline kind, because the device has no session.
 * @throws OAuthError `unauthorized_client`, `invalid_request`, `invalid_grant`, `expired_token`, `slow_down`,
 * `authorization_pending`, `access_denied`
 */
export async function redeemDeviceCode(ctx: Context, request: TokenRequest): Promise<IssuedTokens> {
  const { client, form } = request
  requireDeviceGrant(ctx, client)
  const deviceCodeHash = sha256Hex(requireParameter(form, 'device_code'))
  const row = await ctx.store.deviceAuthorizations.findByDeviceCode(deviceCodeHash)
  if (!row || row.clientId !== client.id || row.state === 'spent') throw codeIsInvalid()
  if (row.expiresAt <= ctx.now) {
    throw new OAuthError('expired_token', 'device_code_expired', 'The device code has expired.')
  }
  await pace(ctx, row)
  if (row.state === 'denied') return deny(ctx, row, 'declined')
  if (row.approvedEncrypted === null || row.userId === null) {
    const description = 'The user has not answered yet.'
    throw new OAuthError('authorization_pending', 'device_waits', description)
  }
  noteSubject(ctx, { userId: row.userId })
  const approved = asAllowed(ctx, client, openApproved(ctx, row, row.approvedEncrypted))
  const user = await ctx.store.users.findById(row.userId)
  const rule = await ruleAgainst(ctx, client, user, approved)
  if (rule || !user) return deny(ctx, row, rule ?? 'user_disabled')
  return issue(ctx, request, { row, user, approved })
}

/**
 * Refuses a poll that came before the interval was over. Only a poll in time restarts the interval, so that a device
 * with a fixed rhythm gets through.
 */
async function pace(ctx: Context, row: DeviceAuthorizationRecord): Promise<void> {
  const { store, now } = ctx
  const last = row.lastPolledAt?.getTime() ?? Number.NEGATIVE_INFINITY
  const isEarly = now.getTime() < last + row.intervalSeconds * 1_000 - toleranceMs
  if (!isEarly && (await store.deviceAuthorizations.notePoll(row, now))) return
  await store.deviceAuthorizations.slowDown(row.id, slower)
  const description = 'The device asks too often. It has to wait 5 seconds longer between requests.'
  throw new OAuthError('slow_down', 'device_polls_early', description)
}

/** The approved grant, without `offline_access` where an administrator has removed that from the client since. */
function asAllowed(ctx: Context, client: ClientWithUris, approved: ApprovedGrant): ApprovedGrant {
  const scopes = withoutForbiddenOffline(ctx, client, parseScope(approved.scope))
  return { ...approved, scope: scopes.join(' ') }
}

/** The reason why an approval is no longer valid; null for a valid one. */
async function ruleAgainst(
  ctx: Context,
  client: ClientWithUris,
  user: UserRecord | null,
  { scope, authStateGeneration }: ApprovedGrant,
): Promise<RefusalRule | null> {
  const scopes = parseScope(scope)
  if (!user?.enabled) return 'user_disabled'
  if (user.authStateGeneration !== authStateGeneration) return 'credentials_changed'
  const held = scopes.some(isPermissionScope) ? await heldScopes(ctx, user.id) : new Set<string>()
  if (scopes.some((one) => isPermissionScope(one) && !held.has(one))) return 'permission_not_held'
  return forbiddenScope(ctx, client, scopes) === undefined ? null : 'scope_not_allowed'
}

/** Ends the code: a further poll gets `invalid_grant`. */
async function deny(
  { store }: Context,
  { id, state }: DeviceAuthorizationRecord,
  rule: RefusalRule,
): Promise<never> {
  const isFirst = await store.deviceAuthorizations.spend(
    id,
    state === 'denied' ? state : 'approved',
  )
  if (!isFirst) throw codeIsInvalid()
  throw accessDenied(rule)
}

interface Approved {
  readonly row: DeviceAuthorizationRecord
  readonly user: UserRecord
  readonly approved: ApprovedGrant
}

/**
 * Signs first, then spends the code and stores the grant with its refresh token in one transaction. The client is
 * locked meanwhile, as with a password: its revocation finds no earlier token to wait for.
 */
async function issue(
  ctx: Context,
  request: TokenRequest,
  { row, user, approved }: Approved,
): Promise<IssuedTokens> {
  const { client, form, provedKey } = request
  const dpopJkt = jktOf(request)
  const { acrLevel, authMethods, authStateGeneration, resources } = approved
  const authenticatedAt = new Date(approved.authenticatedAt)
  const authentication = { user, authenticatedAt, acrLevel, authMethods, authStateGeneration }
  const scopes = parseScope(approved.scope)
  const access = await accessFor(ctx, form, { scopes, resources }, scopes)
  const grantIdentifier = newGrantIdentifier(ctx)
  const refresh = planOfflineToken(ctx, client, approved.scope, null)
  const grant = { client, scopes, access, authentication, grantIdentifier, refresh, dpopJkt }
  const tokens = await mintUserTokens(ctx, { ...grant, sessionIdentifier: '' })
  await adminTransaction(ctx, async (tx) => {
    const locked = await tx.store.clients.lock(client.id)
    requireDeviceGrant(tx, requireStillAuthentic(tx, client, locked))
    const isEntitled = await isStillEntitled(tx, client, authentication, '')
    if (!(await tx.store.deviceAuthorizations.spend(row.id, 'approved'))) throw codeIsInvalid()
    if (!isEntitled) throw accessDenied('credentials_changed')
    const stored = await tx.store.grants.insert({
      createdAt: tx.now,
      grantIdentifier,
      grantType: 'device_code',
      userId: user.id,
      clientId: client.id,
      sessionIdentifier: '',
      resources,
      expiresAt: refresh.expiresAt,
    })
    const origin = { grant: stored, codeId: null, client, authentication, parent: null, dpopJkt }
    await storeRefreshToken(tx, refresh, origin)
    // A client that could authenticate without its key may not do so later.
    if (provedKey && client.isPublic) await tx.store.grants.requireAssertion(stored.id)
    audit(tx, 'token_issued_device_code_response', { userId: user.id, clientId: client.id })
  })
  return tokens
}

function codeIsInvalid(): OAuthError {
  return invalidGrant('device_code_unknown', 'The device code is invalid.')
}

function accessDenied(rule: RefusalRule): OAuthError {
  return new OAuthError('access_denied', rule, 'The user did not connect the device.')
}

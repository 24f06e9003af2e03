import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { isFromFuture } from '#lib/base/time/clock-skew.ts'
import { adminTransaction, type Context, noteSubject, type Tx } from '#lib/context.ts'
import { audit, auditRefusal } from '#lib/domain/audit/audit.ts'
import { verifierFacts } from '#lib/domain/audit/refusal-facts.ts'
import { revokeGrant } from '#lib/domain/retention/revocation.ts'
import { sessionState } from '#lib/domain/sessions/sessions.ts'
import { codeLifetimeSeconds } from '#lib/domain/settings/lifetimes.ts'
import type {
  ClientStatus,
  ClientWithUris,
  CodeRecord,
  CodeWithOrigin,
  UserRecord,
} from '#lib/persistence/store.ts'
import { requireStillAuthentic } from '#lib/protocol/client-authentication.ts'
import {
  invalidGrant,
  invalidRequest,
  type OAuthError,
  unauthorizedClient,
} from '#lib/protocol/errors.ts'
import { isPkceValue, matchesChallenge } from '#lib/protocol/pkce.ts'
import { isRegisteredRedirectUri } from '#lib/protocol/redirect-uri.ts'
import { accessFor, type TokenAccess } from '#lib/protocol/resources.ts'
import { parseScope } from '#lib/protocol/scopes.ts'
import { checkAdministrativeScopes } from '../administrative.ts'
import {
  isOfflineGrant,
  issueTransaction,
  type PlannedRefreshToken,
  planOfflineToken,
  planSessionToken,
  storeRefreshToken,
} from '../refresh.ts'
import { jktOf, requireParameter, type TokenRequest } from '../request.ts'
import type { IssuedTokens } from '../response.ts'
import { isStillEntitled, mintUserTokens } from '../user-tokens.ts'

/**
 * The `authorization_code` grant (RFC 6749 section 4.1.3, RFC 7636 section 4.6). Redeems a code once. A spent code
 * in an otherwise valid request revokes the tokens of the first redemption.
 * @throws OAuthError as the specification's table of the grant says, in its order
 */
export async function redeemCode(ctx: Context, request: TokenRequest): Promise<IssuedTokens> {
  const { client, form } = request
  requireCodeFlow(client)
  const presented = requireParameter(form, 'code')
  const redirectUri = requireParameter(form, 'redirect_uri')
  const code = await ctx.store.codes.findByHash(sha256Hex(presented))
  if (!code) throw codeIsInvalid('code_unknown')
  if (code.clientId === client.id) noteSubject(ctx, { userId: code.userId })
  if (code.redirectUri !== redirectUri)
    throw invalidGrant('code_redirect_uri_mismatch', 'Invalid redirect_uri.')
  if (code.clientId !== client.id) {
    throw invalidGrant(
      'code_other_client',
      'The client_id provided does not match the client_id from code.',
    )
  }
  const { user, session } = code
  // A spent code skips these checks: a refusal for age or user would hide the replay.
  if (!code.used) await checkUnspentCode(ctx, client, code, user)
  checkVerifier(client, code, form.value('code_verifier'))
  requireKeyOfCode(code, request)
  if (code.used) await answerReuse(ctx, code)
  if (!user || code.revoked || code.grant.revokedAt) throw codeIsInvalid('grant_revoked')
  if (session && session.userId !== user.id) throw codeIsInvalid('session_ended')
  await checkRedirectUriStillRegistered(ctx, client, code)
  const scopes = parseScope(code.scope)
  const grantType = 'authorization_code'
  await checkAdministrativeScopes(ctx, { client, scopes, userId: user.id, grantType })
  const access = await accessFor(ctx, form, { ...code.grant, scopes }, scopes)
  return issue(ctx, { ...request, code, user, scopes, access })
}

/** The client named the key of its tokens in the authorization request (RFC 9449 section 10). */
function requireKeyOfCode({ dpopJkt }: CodeRecord, request: TokenRequest): void {
  if (dpopJkt === '' || dpopJkt === jktOf(request)) return
  throw invalidGrant('dpop_other_key', 'The code is bound to another key.')
}

function requireCodeFlow(client: ClientStatus): void {
  if (client.authorizationCodeEnabled) return
  throw unauthorizedClient(
    'code_flow_off',
    'The client associated with the provided client_id does not support authorization code flow.',
  )
}

/** Refuses a code that is older than a minute, or whose user is disabled or has other credentials now. */
async function checkUnspentCode(
  ctx: Context,
  client: ClientWithUris,
  code: CodeRecord,
  user: UserRecord | null,
): Promise<void> {
  if (!user?.enabled) {
    await auditRefusal(ctx, 'user_disabled', { userId: code.userId, clientId: client.id })
    throw codeIsInvalid('user_disabled')
  }
  if (code.authStateGeneration !== user.authStateGeneration)
    throw codeIsInvalid('credentials_changed')
  const age = ctx.now.getTime() - code.createdAt.getTime()
  // A code from the future dates from before the clock was set back, so its age is unknown.
  if (age > codeLifetimeSeconds * 1_000 || isFromFuture(code.createdAt, ctx.now)) {
    throw invalidGrant('code_expired', 'Code has expired.', {
      facts: { ageSeconds: Math.round(age / 1_000), lifetimeSeconds: codeLifetimeSeconds },
    })
  }
}

function checkVerifier(
  client: ClientWithUris,
  { codeChallenge }: CodeRecord,
  verifier: string | undefined,
): void {
  if (codeChallenge !== null) {
    if (verifier === undefined)
      throw invalidRequest('pkce_verifier_missing', 'Missing required code_verifier parameter.')
    if (!matchesChallenge(verifier, codeChallenge)) {
      throw invalidGrant('pkce_verifier_mismatch', 'Invalid code_verifier (PKCE).', {
        facts: verifierFacts(verifier, codeChallenge),
      })
    }
    if (!isPkceValue(verifier)) {
      throw invalidGrant(
        'pkce_verifier_malformed',
        'The code_verifier must be 43 to 128 characters long and made of A-Z a-z 0-9 - . _ ~ only.',
      )
    }
    return
  }
  if (client.isPublic) {
    throw invalidGrant(
      'pkce_required',
      'The code was issued without PKCE, and public clients must use PKCE.',
    )
  }
  if (verifier !== undefined) {
    throw invalidRequest(
      'pkce_not_used',
      'The code_verifier parameter was provided, but PKCE was not used during authorization.',
    )
  }
}

/**
 * Answers a replay by revoking the grant with all its tokens. If that fails, the request fails: the answer must not
 * suggest that the replay was handled.
 */
async function answerReuse(ctx: Context, code: CodeRecord): Promise<never> {
  await adminTransaction(ctx, async (tx) => {
    const revokedRefreshTokenJtis = await revokeGrant(tx, code.grantId, 'code_reuse')
    audit(tx, 'auth_code_reuse_detected', {
      clientId: code.clientId,
      userId: code.userId,
      codeId: code.id,
      sessionIdentifier: code.sessionIdentifier,
      revokedRefreshTokenJtis,
    })
  })
  throw codeIsInvalid('code_used')
}

async function checkRedirectUriStillRegistered(
  ctx: Context,
  client: ClientWithUris,
  code: CodeRecord,
): Promise<void> {
  if (isRegisteredRedirectUri(client, code.redirectUri, 'code')) return
  await auditRefusal(ctx, 'redemption_refused_redirect_uri', {
    clientId: client.id,
    userId: code.userId,
    codeId: code.id,
  })
  throw invalidGrant(
    'redirect_uri_no_longer_registered',
    'The redirect URI recorded for the code is no longer registered on the client.',
  )
}

interface Redemption extends TokenRequest {
  readonly code: CodeWithOrigin
  readonly user: UserRecord
  readonly scopes: readonly string[]
  readonly access: TokenAccess
}

/**
 * Signs first, then spends the code and stores the refresh token in one transaction. The client is not locked: a
 * change that invalidates its codes waits for their rows, and the client's deletion takes those rows first.
 */
async function issue(ctx: Context, redemption: Redemption): Promise<IssuedTokens> {
  const { client, code, user, scopes, access } = redemption
  const { authenticatedAt, acrLevel, authMethods, authStateGeneration } = code
  const authentication = { user, authenticatedAt, acrLevel, authMethods, authStateGeneration }
  const refresh = planRefreshToken(ctx, redemption)
  const dpopJkt = jktOf(redemption)
  const tokens = await mintUserTokens(ctx, {
    client,
    scopes,
    access,
    authentication,
    grantIdentifier: code.grant.grantIdentifier,
    sessionIdentifier: code.sessionIdentifier,
    nonce: code.nonce,
    refresh,
    dpopJkt,
  })
  const store = async (tx: Tx) => {
    const [entitled, spent, now] = await Promise.all([
      isStillEntitled(tx, client, authentication, refresh.sessionIdentifier),
      tx.store.codes.spend(code.id, tx.now),
      tx.store.clients.findStatus(client.clientIdentifier),
    ])
    requireCodeFlow(requireStillAuthentic(tx, client, now))
    if (!entitled) throw codeIsInvalid('credentials_changed')
    if (!spent) throw codeIsInvalid('code_used')
    const { grant, id: codeId } = code
    const origin = { grant, codeId, client, authentication, parent: null, dpopJkt }
    await storeRefreshToken(tx, refresh, origin)
    // A client that could authenticate without its key may not do so later.
    if (redemption.provedKey && client.isPublic)
      await tx.store.grants.requireAssertion(code.grant.id)
    audit(tx, 'token_issued_authorization_code_response', {
      codeId: code.id,
      clientId: client.id,
      userId: user.id,
    })
  }
  await issueTransaction(ctx, refresh, code.grant, store)
  return tokens
}

/** Without `offline_access` the tokens end with the session, so a valid session is required. */
function planRefreshToken(
  ctx: Context,
  { client, code, user, scopes }: Redemption,
): PlannedRefreshToken {
  const { session } = code
  const scope = scopes.join(' ')
  if (isOfflineGrant(scopes, code.sessionIdentifier)) {
    return planOfflineToken(ctx, client, scope, null)
  }
  if (!session || sessionState(ctx, session, user, client) !== 'valid')
    throw codeIsInvalid('session_ended')
  return planSessionToken(ctx, client, scope, session)
}

function codeIsInvalid(rule: RefusalRule): OAuthError {
  return invalidGrant(rule, 'Code is invalid.')
}

import type { CookieChange, Outcome } from '#lib/answers/outcome.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { authorizationCode } from '#lib/base/crypto/random.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { forbiddenScope, withoutForbiddenOffline } from '#lib/domain/clients/allowed-scopes.ts'
import { isInUse } from '#lib/domain/clients/client-documents.ts'
import { isDeviceGrantOn, mayUseImplicitFlow } from '#lib/domain/clients/client-flows.ts'
import { noteClientUse } from '#lib/domain/clients/client-use.ts'
import { approvedScopes } from '#lib/domain/clients/consents.ts'
import { isSignInTest } from '#lib/domain/clients/sign-in-test.ts'
import { mayAdministerForUsers } from '#lib/domain/permissions/administrators.ts'
import { sessionLimits } from '#lib/domain/sessions/session-limits.ts'
import { isRememberedBrowser, noteBrowser } from '#lib/domain/sessions/user-devices.ts'
import { rememberUser } from '#lib/domain/sign-in/known-browsers.ts'
import { clearFailures } from '#lib/domain/sign-in/sign-in-failures.ts'
import { isAnswerable } from '../redirect-uri.ts'
import { type NamedResource, remainingResources } from '../resources.ts'
import {
  administrativeScopeDescription,
  forbiddenScopeDescription,
  isAdministrativeScope,
} from '../scopes.ts'
import { newGrantIdentifier } from '../token/mint.ts'
import { codeOf } from './answer-again.ts'
import {
  covers,
  declinedDescription,
  type IssueDecision,
  nothingLeft,
  type RefuseDecision,
  refuse,
  standOnApproval,
} from './decide.ts'
import { acceptPassword, type EnteredPassword, storeProof } from './entered-password.ts'
import { AuthorizationPageError } from './errors.ts'
import { answerGranted, storeGrant } from './give.ts'
import { mintImplicit } from './implicit.ts'
import { changeInteraction, type Interaction } from './interaction.ts'
import { effectiveScopes, type LoadedInteraction } from './load-interaction.ts'
import { completeProvider } from './provider-link.ts'
import { refuseAuthorization, withholdAuthorization } from './refuse.ts'
import type { AuthorizationRequest } from './request.ts'
import {
  lockSsoSession,
  prepareSsoSession,
  type SsoSession,
  StaleStateError,
  saveSsoSession,
} from './sso-session.ts'
import { testedPage } from './tested-page.ts'

/**
 * Completes an interaction: signs the browser on and sends the code or the tokens to the client. First checks again
 * that the client may still receive them. Session, grant and code are written in one transaction with the
 * interaction's completion, so only one of two submits wins.
 * @param cookies of the browser
 * @returns null when the session or the user changed meanwhile and the caller must decide again
 * @throws InteractionRefused `state_mismatch` when another submit was first, or the client was deleted
 * @throws AuthorizationPageError when the client of a request without an interaction was deleted or disabled
 */
export async function issueGrant(
  ctx: Context,
  interaction: Interaction,
  loaded: LoadedInteraction,
  decision: IssueDecision,
  cookies: SignInCookies,
): Promise<Outcome | null> {
  const { request } = interaction
  const { client } = request
  const userId = loaded.user?.id ?? 0
  if (!isAnswerable(request)) {
    await auditRefusal(ctx, 'issuance_refused_redirect_uri', { userId, clientId: client.id })
    return withholdAuthorization(ctx, interaction)
  }
  if (!isInUse(ctx, client)) return withholdAuthorization(ctx, interaction)
  const narrowed = withoutOffline(ctx, interaction, decision)
  const resources = await resourcesOf(ctx, interaction, narrowed.scopes)
  const refusal = lateRefusal(ctx, interaction, narrowed.scopes, resources)
  if (refusal) {
    await auditLateRefusal(ctx, interaction, refusal, userId)
    return refuseAuthorization(ctx, interaction, loaded.user, refusal)
  }
  try {
    return await grant(ctx, interaction, loaded, { ...narrowed, resources }, cookies)
  } catch (error) {
    if (error instanceof ClientClosed) return answerClosed(ctx, interaction, error.reason)
    if (!(error instanceof StaleStateError)) throw error
    if (error.sessionGone) {
      await auditRefusal(ctx, 'issuance_refused_session_invalid', { userId, clientId: client.id })
    }
    return null
  }
}

/**
 * As `issueGrant`, for a user who has just entered the password and needs no further page. The password's proof is
 * stored in the same transaction, which is faster than a separate one.
 * @param interaction as the password makes it
 * @returns null when nothing was written: the caller stores the password separately and decides again
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function issueAtOnce(
  ctx: Context,
  interaction: Interaction,
  loaded: LoadedInteraction,
  decision: IssueDecision,
  cookies: SignInCookies,
  entered: EnteredPassword,
): Promise<Outcome | null> {
  const isOpen = isInUse(ctx, interaction.request.client) && isAnswerable(interaction.request)
  const narrowed = withoutOffline(ctx, interaction, decision)
  const resources = await resourcesOf(ctx, interaction, narrowed.scopes)
  if (!isOpen || lateRefusal(ctx, interaction, narrowed.scopes, resources)) return null
  try {
    return await grant(ctx, interaction, loaded, { ...narrowed, resources }, cookies, entered)
  } catch (error) {
    if (error instanceof ClientClosed || error instanceof StaleStateError) return null
    throw error
  }
}

/** Drops `offline_access` that an administrator has removed from the client meanwhile. */
function withoutOffline(
  ctx: Context,
  { request: { client } }: Interaction,
  decision: IssueDecision,
): IssueDecision {
  return { ...decision, scopes: withoutForbiddenOffline(ctx, client, decision.scopes) }
}

/** The requested resources with at least one granted scope. */
function resourcesOf(
  ctx: Context,
  { request: { resources } }: Interaction,
  scopes: readonly string[],
): Promise<readonly NamedResource[]> {
  return remainingResources(ctx, { scopes, resources: resources.join(' ') })
}

interface LateRefusal extends RefuseDecision {
  readonly administrativeScope?: string
}

/** Refuses the rights that an administrator may have withdrawn from the client while the user signed in. */
function lateRefusal(
  ctx: Context,
  { request }: Interaction,
  scopes: readonly string[],
  resources: readonly NamedResource[],
): LateRefusal | null {
  const { client, responseType } = request
  if (!isFlowOn(ctx, request)) {
    return refuse(
      'unauthorized_client',
      'grant_off',
      'The client is not allowed to use this flow any more.',
    )
  }
  if (responseType === 'id_token' && !scopes.includes('openid')) {
    return refuse('access_denied', 'declined', declinedDescription)
  }
  if (request.resources.length > 0 && resources.length === 0) return nothingLeft
  const scope = mayAdministerForUsers(client) ? undefined : scopes.find(isAdministrativeScope)
  if (scope !== undefined) {
    const refusal = refuse(
      'invalid_scope',
      'scope_administrative',
      administrativeScopeDescription(scope),
    )
    return { ...refusal, administrativeScope: scope }
  }
  const forbidden = forbiddenScope(ctx, client, scopes)
  if (forbidden === undefined) return null
  return refuse('invalid_scope', 'scope_not_allowed', forbiddenScopeDescription(forbidden))
}

function isFlowOn(ctx: Context, { client, device, responseType }: AuthorizationRequest): boolean {
  if (device) return isDeviceGrantOn(ctx, client)
  return responseType === 'code' ? client.authorizationCodeEnabled : mayUseImplicitFlow(ctx, client)
}

async function auditLateRefusal(
  ctx: Context,
  { request: { client, responseType } }: Interaction,
  { administrativeScope: scope }: LateRefusal,
  userId: number,
): Promise<void> {
  if (scope === undefined) return
  await auditRefusal(ctx, 'administrative_scope_refused', {
    clientId: client.id,
    clientIdentifier: client.clientIdentifier,
    scope,
    grantType: responseType === 'code' ? 'authorization_code' : 'implicit',
    userId,
  })
}

async function grant(
  ctx: Context,
  interaction: Interaction,
  loaded: LoadedInteraction,
  { scopes, proof, resources }: IssueDecision & { readonly resources: readonly NamedResource[] },
  cookies: SignInCookies,
  entered?: EnteredPassword,
): Promise<Outcome> {
  const ssoSession = prepareSsoSession(ctx, interaction, loaded, proof)
  const grantIdentifier = newGrantIdentifier(ctx)
  const granted = { scopes, resources, grantIdentifier }
  const { row } = interaction
  const code = row ? codeOf(ctx, row) : authorizationCode()
  const tokens =
    interaction.request.responseType === 'code'
      ? null
      : await mintImplicit(ctx, interaction.request, { ssoSession, ...granted })
  const isTest = isSignInTest(ctx, interaction.request.client, interaction.request.state)
  const write = async (tx: Tx) => {
    // Rows are locked in the order of `Store`: user, session, interaction, then the issued rows.
    const [held] = await Promise.all([
      lockSsoSession(tx, interaction, ssoSession),
      requireOpenClient(tx, interaction),
    ])
    if (entered) await acceptPassword(tx, entered)
    await requirePasskey(tx, ssoSession)
    await requireRemembered(tx, loaded, ssoSession, cookies.device)
    await completeProvider(tx, interaction, held)
    await Promise.all([
      requireHeld(tx, ssoSession, scopes),
      requireApproved(tx, interaction, loaded, { ssoSession, scopes }),
    ])
    // The session is saved first, so it exists before the rows issued from it.
    await saveSsoSession(tx, interaction, ssoSession, held)
    await complete(tx, interaction, ssoSession, entered)
    if (ssoSession.enteredAt) await clearFailures(tx, ssoSession.user.email)
    if (!isTest) await storeGrant(tx, interaction, ssoSession, { ...granted, code, tokens })
    const { state } = loaded
    return noteBrowser(tx, {
      cookie: cookies.device,
      user: held.user,
      remembers: row?.remembers === true && (state.second === 'otp' || state.second === 'passkey'),
      isNewSession: ssoSession.session === null && ssoSession.enteredAt !== null,
    })
  }
  const device = await withKeyedLock(`user ${ssoSession.user.id}`, () => transaction(ctx, write))
  if (tokens && !isTest) await noteClientUse(ctx, interaction.request.client.id)
  const remembered = knownCookie(ctx, ssoSession, cookies.known, loaded.state.second === 'otp')
  const answer = isTest
    ? await testedPage(ctx, interaction.request, ssoSession, granted)
    : await answerGranted(ctx, interaction, { code, tokens })
  return {
    ...answer,
    cookies: [...sessionCookie(ctx, ssoSession), ...remembered, ...device],
  }
}

/** Remembers in the browser a user who has just proven a password or a code there. */
function knownCookie(
  ctx: Context,
  { user, enteredAt }: SsoSession,
  known: string | null,
  hasProvenCode: boolean,
): CookieChange[] {
  if (!enteredAt) return []
  return [rememberUser(ctx, known, user, hasProvenCode ? 'code' : 'password')]
}

/** Completes the interaction. The conditional change lets only one submit win. */
async function complete(
  tx: Tx,
  { request, row }: Interaction,
  { sessionIdentifier }: SsoSession,
  entered?: EnteredPassword,
): Promise<void> {
  const end = { completedAt: tx.now, sessionIdentifier, pendingIdentityEncrypted: null }
  if (entered) await storeProof(tx, entered, end)
  else if (row) await changeInteraction(tx, { request, row }, end)
}

/** The client was deleted or disabled since it was read. Nothing was written. */
class ClientClosed extends Error {
  override readonly name = 'ClientClosed'
  readonly reason: 'client_not_found' | 'client_disabled'

  constructor(reason: ClientClosed['reason']) {
    super(reason)
    this.reason = reason
  }
}

async function requireOpenClient(tx: Tx, { request }: Interaction): Promise<void> {
  const client = await tx.store.clients.findRecordById(request.client.id)
  if (!client) throw new ClientClosed('client_not_found')
  if (!isInUse(tx, client)) throw new ClientClosed('client_disabled')
}

/** Answers like a request of such a client; a stored interaction ends without an answer to the client. */
function answerClosed(
  ctx: Context,
  interaction: Interaction,
  reason: ClientClosed['reason'],
): Promise<Outcome> {
  if (interaction.row) return withholdAuthorization(ctx, interaction)
  const { clientIdentifier } = interaction.request.client
  throw new AuthorizationPageError(reason, {}, { clientIdentifier })
}

/** A passkey that was removed since its use proves nothing. */
async function requirePasskey(tx: Tx, { user, provenBy }: SsoSession): Promise<void> {
  const { passkeyId } = provenBy
  if (passkeyId === null || (await tx.store.passkeys.hold(user.id, passkeyId))) return
  throw new StaleStateError(false)
}

/** A browser that was forgotten since the decision no longer replaces the second factor. */
async function requireRemembered(
  tx: Tx,
  { state }: LoadedInteraction,
  { user }: SsoSession,
  device: string | null,
): Promise<void> {
  if (state.second !== 'remembered') return
  if (!(await isRememberedBrowser(tx, device, user))) throw new StaleStateError(false)
}

/** Permissions withdrawn since the scopes were filtered are not granted. */
async function requireHeld(tx: Tx, { user }: SsoSession, scopes: readonly string[]): Promise<void> {
  const held = await effectiveScopes(tx, user.id, scopes)
  if (held.length !== scopes.length) throw new StaleStateError(false)
}

/** Approvals withdrawn or narrowed since the decision do not count. */
async function requireApproved(
  tx: Tx,
  { request }: Interaction,
  { state }: LoadedInteraction,
  { ssoSession, scopes }: { readonly ssoSession: SsoSession; readonly scopes: readonly string[] },
): Promise<void> {
  const needed = standOnApproval(state.consent, scopes)
  if (needed.length === 0) return
  const consent = await tx.store.consents.find(ssoSession.user.id, request.client.id)
  if (!covers(approvedScopes(consent), needed)) throw new StaleStateError(false)
}

function sessionCookie(ctx: Context, { cookieValue }: SsoSession): CookieChange[] {
  if (cookieValue === null) return []
  const maxAgeSeconds = sessionLimits(ctx.settings, null).lifetimeSeconds
  return [{ cookie: 'session', value: cookieValue, maxAgeSeconds }]
}

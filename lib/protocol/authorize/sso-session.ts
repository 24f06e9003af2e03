import type { Context, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit.ts'
import { removeSession, terminateSession } from '#lib/domain/session-end.ts'
import { bumpSession, sessionState, startSession } from '#lib/domain/sessions.ts'
import { sha256Hex } from '#lib/kernel/hash.ts'
import { orderedUuid, randomToken } from '#lib/kernel/random.ts'
import type { ClientRecord, SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import type { Authentication } from '../token/mint.ts'
import { isLevel2, type Proof } from './decide.ts'
import type { Interaction } from './interaction.ts'
import type { LoadedInteraction } from './load-interaction.ts'

/** What the decision was made on has changed meanwhile: nothing was written, decide again. */
export class StaleStateError extends Error {
  override readonly name = 'StaleStateError'
  /** The session is what is missing. */
  readonly sessionGone: boolean

  constructor(sessionGone: boolean) {
    super('The state moved while it was acted on.')
    this.sessionGone = sessionGone
  }
}

/** How an issued grant leaves the browser signed on. */
export interface SsoSession {
  readonly user: UserRecord
  readonly proof: Proof
  /** The `sid` of the grant's tokens: the used session's, or that of the one about to start. */
  readonly sessionIdentifier: string
  /** The session that goes on; null when a new one starts. */
  readonly session: SessionRecord | null
  /** What the browser held and loses: another user's session, or one that is over. */
  readonly replaced: SessionRecord | null
  /** New value of the session's cookie; null keeps it. */
  readonly cookieValue: string | null
  readonly authentication: Authentication
  /** When a credential was entered in this interaction; null when none was. */
  readonly enteredAt: Date | null
}

/** Works out, before anything is signed or written, which session the grant belongs to. */
export function prepareSsoSession(
  ctx: Context,
  { row, request }: Interaction,
  { browser, user, state }: LoadedInteraction,
  proof: Proof,
): SsoSession {
  if (!user) throw new Error('Nothing is issued without a user.')
  const held = browser?.session ?? null
  const isOwn = held !== null && sessionState(ctx, held, user, request.client) === 'valid'
  const session = isOwn ? held : null
  const enteredAt =
    (state.otpProven && row?.otpVerifiedAt) ||
    (state.password === 'current' && row?.passwordVerifiedAt) ||
    null
  const authenticatedAt = enteredAt ?? session?.authTime
  if (!authenticatedAt) throw new StaleStateError(true)
  return {
    user,
    proof,
    session,
    replaced: isOwn ? null : held,
    sessionIdentifier: session?.sessionIdentifier ?? orderedUuid(ctx.now.getTime()),
    // Renewed whenever more is proven, so that a value planted before is worth nothing after.
    cookieValue: session && proof.kind === 'reused' ? null : randomToken(),
    authentication: {
      user,
      authenticatedAt,
      acrLevel: proof.acrLevel,
      authMethods: proof.authMethods,
      authStateGeneration: user.authStateGeneration,
    },
    enteredAt,
  }
}

/** What a sign-on stands on, as it is in the transaction. */
export interface LockedSsoSession {
  readonly user: UserRecord
  /** The session that goes on; null when a new one starts. */
  readonly session: SessionRecord | null
}

/**
 * Reads user and session again and keeps them from changing, in the transaction that stores what is
 * issued.
 * @throws StaleStateError when either changed since the plan was made
 */
export async function lockSsoSession(
  tx: Tx,
  { request }: Interaction,
  ssoSession: SsoSession,
): Promise<LockedSsoSession> {
  const [user, session] = await Promise.all([
    tx.store.users.hold(ssoSession.user.id),
    ssoSession.session && tx.store.sessions.lock(ssoSession.sessionIdentifier),
  ])
  if (!user || !isUnchanged(user, ssoSession.user)) throw new StaleStateError(false)
  const canGoOn = ssoSession.session
    ? session !== null && sessionState(tx, session, user, request.client) === 'valid'
    : ssoSession.proof.kind === 'fresh'
  if (!canGoOn) throw new StaleStateError(true)
  return { user, session }
}

/** Starts, steps up or bumps the session, in the same transaction. */
export async function saveSsoSession(
  tx: Tx,
  { request }: Interaction,
  ssoSession: SsoSession,
  { user, session }: LockedSsoSession,
): Promise<void> {
  const { client, targetAcr } = request
  const { sessionIdentifier, authentication, proof, replaced, enteredAt, cookieValue } = ssoSession
  const { acrLevel, authMethods } = proof
  const { otpConfigGeneration } = user
  if (session) {
    const otpSettled = proof.kind !== 'reused' && isLevel2(targetAcr)
    return bumpSession(tx, session, client.id, {
      ipAddress: tx.ip,
      owner: user,
      ...(proof.kind === 'reused' ? {} : { proven: { acrLevel, authMethods } }),
      ...(enteredAt && enteredAt > session.authTime ? { authTime: enteredAt } : {}),
      ...(otpSettled ? { otpConfigGeneration } : {}),
      ...(cookieValue ? { cookieHash: sha256Hex(cookieValue) } : {}),
    })
  }
  if (replaced) await replaceSession(tx, client, replaced, user)
  startSession(tx, {
    user,
    clientId: client.id,
    sessionIdentifier,
    cookieHash: sha256Hex(cookieValue ?? randomToken()),
    authTime: authentication.authenticatedAt,
    authMethods,
    acrLevel,
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration,
  })
}

/** Another user's session ends with all that stems from it; one's own stale one just goes. */
async function replaceSession(
  tx: Tx,
  client: ClientRecord,
  held: SessionRecord,
  user: UserRecord,
): Promise<void> {
  if (held.userId === user.id) {
    await removeSession(tx, held, '')
    return
  }
  audit(tx, 'cross_user_session_replaced', {
    userId: user.id,
    previousUserId: held.userId,
    previousSessionIdentifier: held.sessionIdentifier,
    clientId: client.id,
  })
  await terminateSession(tx, held, { loggedInUser: '', reason: 'session_terminated' })
}

function isUnchanged(now: UserRecord, then: UserRecord): boolean {
  return (
    now.enabled &&
    now.authStateGeneration === then.authStateGeneration &&
    now.otpConfigGeneration === then.otpConfigGeneration
  )
}

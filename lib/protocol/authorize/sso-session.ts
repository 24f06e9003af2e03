import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { orderedUuid, randomToken } from '#lib/base/crypto/random.ts'
import type { Context, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { inheritableClients } from '#lib/domain/clients/logout-notifications.ts'
import { removeSession, terminateSession } from '#lib/domain/sessions/session-end.ts'
import {
  bumpSession,
  joinSession,
  type ProvenBy,
  sessionState,
  startSession,
} from '#lib/domain/sessions/sessions.ts'
import type { InheritedClient } from '#lib/persistence/sessions/inherited-clients.ts'
import type {
  ClientRecord,
  InteractionRecord,
  SessionRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import type { Authentication } from '../token/mint.ts'
import { type InteractionState, isLevel2, type Proof } from './decide.ts'
import type { Interaction } from './interaction.ts'
import { firstProvenAt, type LoadedInteraction, secondProvenAt } from './load-interaction.ts'

/** The inputs of the decision changed meanwhile. Nothing was written; the caller decides again. */
export class StaleStateError extends Error {
  override readonly name = 'StaleStateError'
  /** True when the session is gone. */
  readonly sessionGone: boolean

  constructor(sessionGone: boolean) {
    super('The state moved while it was acted on.')
    this.sessionGone = sessionGone
  }
}

/** The browser's sign-on after a grant is issued. */
export interface SsoSession {
  readonly user: UserRecord
  readonly proof: Proof
  /** The passkey and the identity provider that this interaction's proof stands on. */
  readonly provenBy: ProvenBy
  /** The `sid` of the grant's tokens: that of the used session, or of the session about to start. */
  readonly sessionIdentifier: string
  /** The session to continue; null when a new one starts. */
  readonly session: SessionRecord | null
  /** The browser's session to replace: another user's, or one that has ended. */
  readonly replaced: SessionRecord | null
  /** New value of the session's cookie; null keeps it. */
  readonly cookieValue: string | null
  readonly authentication: Authentication
  /** When a credential was entered in this interaction; null when none was. */
  readonly enteredAt: Date | null
}

/** Determines the grant's session before anything is signed or written. */
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
    (state.second !== 'none' && row && secondProvenAt(row)) ||
    (state.first.state === 'current' && firstProvenAt(row)) ||
    null
  const authenticatedAt = enteredAt ?? session?.authTime
  if (!authenticatedAt) throw new StaleStateError(true)
  return {
    user,
    proof,
    provenBy: provenBy(row, state),
    session,
    replaced: isOwn ? null : held,
    sessionIdentifier: session?.sessionIdentifier ?? orderedUuid(ctx.now.getTime()),
    // Renewed whenever more is proven, so a value that an attacker planted before becomes worthless.
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

/** A passkey of an earlier step that was proven again in another way does not count. */
function provenBy(row: InteractionRecord | null, { first, second }: InteractionState): ProvenBy {
  const by = first.state === 'current' ? first.by : 'pwd'
  const isPasskey = by === 'passkey' || second === 'passkey'
  const isProvider = by === 'provider' || by === 'provider-strong'
  return {
    passkeyId: (isPasskey && row?.passkeyId) || null,
    providerId: (isProvider && row?.providerId) || null,
  }
}

/** User and session as locked in the transaction. */
export interface LockedSsoSession {
  readonly user: UserRecord
  /** The session to continue; null when a new one starts. */
  readonly session: SessionRecord | null
}

/**
 * Reads user and session again and locks them, in the transaction that stores the issued rows.
 * @throws StaleStateError when either changed since `prepareSsoSession`
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

/**
 * Starts, steps up or bumps the session, in the same transaction. The session signs the client in, unless the client
 * connects a device: a device has a sign-on of its own, and its tokens have no `sid` (OpenID Connect Back-Channel
 * Logout 1.0 section 2.1).
 */
export async function saveSsoSession(
  tx: Tx,
  interaction: Interaction,
  ssoSession: SsoSession,
  locked: LockedSsoSession,
): Promise<void> {
  await startOrBump(tx, interaction, ssoSession, locked)
  const { client, device } = interaction.request
  if (!device) await joinSession(tx, ssoSession.sessionIdentifier, client)
}

async function startOrBump(
  tx: Tx,
  { request }: Interaction,
  ssoSession: SsoSession,
  { user, session }: LockedSsoSession,
): Promise<void> {
  const { client, targetAcr } = request
  const { sessionIdentifier, authentication, proof, provenBy, replaced, enteredAt, cookieValue } =
    ssoSession
  const { acrLevel, authMethods } = proof
  const { otpConfigGeneration } = user
  if (session) {
    const otpSettled = proof.kind !== 'reused' && isLevel2(targetAcr)
    return bumpSession(tx, session, client.id, {
      ipAddress: tx.ip,
      owner: user,
      ...(proof.kind === 'reused' ? {} : { proven: { acrLevel, authMethods, ...provenBy } }),
      ...(enteredAt && enteredAt > session.authTime ? { authTime: enteredAt } : {}),
      ...(otpSettled ? { otpConfigGeneration } : {}),
      ...(cookieValue ? { cookieHash: sha256Hex(cookieValue) } : {}),
    })
  }
  const inherited = replaced ? await replaceSession(tx, client, replaced, user) : []
  await startSession(tx, {
    user,
    clientId: client.id,
    sessionIdentifier,
    cookieHash: sha256Hex(cookieValue ?? randomToken()),
    authTime: authentication.authenticatedAt,
    authMethods,
    acrLevel,
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration,
    ...provenBy,
  })
  await tx.store.sessions.inheritClients(sessionIdentifier, inherited, tx.now)
}

/**
 * Terminates another user's session with its dependents; the user's own ended session is only removed.
 * @returns the clients that know the user's own session: they are notified when its successor ends
 */
async function replaceSession(
  tx: Tx,
  client: ClientRecord,
  held: SessionRecord,
  user: UserRecord,
): Promise<readonly InheritedClient[]> {
  if (held.userId === user.id) {
    const known = await inheritableClients(tx, held)
    await removeSession(tx, held, '', 'nobody')
    return known
  }
  audit(tx, 'cross_user_session_replaced', {
    userId: user.id,
    previousUserId: held.userId,
    previousSessionIdentifier: held.sessionIdentifier,
    clientId: client.id,
  })
  await terminateSession(tx, held, { loggedInUser: '', reason: 'session_terminated' })
  return []
}

function isUnchanged(now: UserRecord, then: UserRecord): boolean {
  return (
    now.enabled &&
    now.authStateGeneration === then.authStateGeneration &&
    now.otpConfigGeneration === then.otpConfigGeneration
  )
}

import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { cutBytes, cutCodePoints } from '#lib/base/text/text.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { isFromFuture } from '#lib/base/time/clock-skew.ts'
import type { AnyContext, Context, Tx } from '#lib/context.ts'
import type { ClientRecord, SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { cancelNotification } from '../clients/logout-notifications.ts'
import { type AcrLevel, isAcrLevel, isAtLeast } from '../sign-in/acr.ts'
import {
  type FactorColumns,
  ownFactors,
  type Proven,
  stillProven,
} from '../sign-in/session-proof.ts'
import { deviceOf } from './device.ts'
import { type SessionUse, sessionLimits } from './session-limits.ts'

/** `expired`: past its limits. `terminated`: it may not be used again, whatever its age. */
export type SessionState = 'valid' | 'expired' | 'terminated'

/**
 * Checks whether a session may be used now. Each bound includes its last moment.
 * - `terminated`: it belongs to another user, the user is disabled, or credentials changed since.
 * - `expired`: idle too long, past its lifetime, or signed in longer ago than `max_age` allows. A time in the future,
 *   written while the clock was ahead, expires it too, because its bound would end it too late.
 * @param user the owner, read now
 * @param client the client to use it for; null for any
 * @param maxAgeSeconds of the authorization request; null or absent for no such bound. 0 is never met.
 */
export function sessionState(
  ctx: AnyContext,
  session: SessionRecord,
  user: Pick<UserRecord, 'id' | 'enabled' | 'authStateGeneration'>,
  client: SessionUse,
  maxAgeSeconds: number | null = null,
): SessionState {
  const current = session.authStateGeneration === user.authStateGeneration
  if (session.userId !== user.id || !user.enabled || !current) return 'terminated'
  const { idleSeconds, lifetimeSeconds } = sessionLimits(ctx.settings, client)
  const isWithin = (since: Date, seconds: number) =>
    ctx.now <= addSeconds(since, seconds) && !isFromFuture(since, ctx.now)
  if (!isWithin(session.lastAccessed, idleSeconds)) return 'expired'
  if (!isWithin(session.started, lifetimeSeconds)) return 'expired'
  if (maxAgeSeconds === null) return 'valid'
  return maxAgeSeconds > 0 && isWithin(session.authTime, maxAgeSeconds) ? 'valid' : 'expired'
}

/** A browser's session and its owner. */
export interface BrowserSession {
  readonly session: SessionRecord
  readonly user: UserRecord
}

/**
 * Finds the session of the browser's cookie, in any state (check it with `sessionState`).
 * @param cookieValue null without a cookie
 * @returns null when no such session exists
 */
export async function browserSession(
  ctx: Context,
  cookieValue: string | null,
): Promise<BrowserSession | null> {
  if (cookieValue === null) return null
  return ctx.store.sessions.findWithUser(sha256Hex(cookieValue))
}

/** The means that can be taken from a user: whoever removes one ends the sessions that it proved. */
export interface ProvenBy {
  /** Null for none. */
  readonly passkeyId: number | null
  /** The identity provider; null for none. */
  readonly providerId: number | null
}

/** Changes besides the use of the session; absent fields stay as they are. */
export interface SessionChanges {
  /** The level and methods that were proven, and by what. A level that the session still holds is not lowered. */
  readonly proven?: Proven & ProvenBy
  /** The owner, read now. The session loses a proof made with an authenticator that no longer exists. */
  readonly owner?: FactorColumns & Pick<UserRecord, 'otpConfigGeneration'>
  /** When a credential was last entered. */
  readonly authTime?: Date
  /** Generation of the two-factor settings under which level 2 was reached. */
  readonly otpConfigGeneration?: number
  /** Hash of the new cookie value. */
  readonly cookieHash?: string
  readonly ipAddress?: string
}

/**
 * Records that a completed authorization used the session for a client, which need not be signed in by it
 * (`joinSession`). Writes `bumped_user_session`.
 */
export async function bumpSession(
  tx: Tx,
  session: SessionRecord,
  clientId: number,
  changes: SessionChanges = {},
): Promise<void> {
  const { authTime, otpConfigGeneration, cookieHash, ipAddress } = changes
  if (authTime) await tx.store.users.noteSignIn(session.userId, authTime)
  await noteUse(tx, session, clientId, {
    ...changeOfProof(session, changes),
    ...(authTime ? { authTime } : {}),
    ...(otpConfigGeneration === undefined ? {} : { otpConfigGeneration }),
    ...(cookieHash ? { cookieHash } : {}),
    ...(ipAddress ? { ipAddress: withAddress(session.ipAddress, ipAddress) } : {}),
  })
}

/**
 * Adds a client to those that the session signs in: they know its `sid`, and receive a logout token at its end. A
 * waiting logout token for an earlier sign-out of the client is removed.
 */
export async function joinSession(
  tx: Tx,
  sessionIdentifier: string,
  client: Pick<ClientRecord, 'id' | 'backchannelLogoutUri'>,
): Promise<void> {
  await cancelNotification(tx, sessionIdentifier, client)
  await tx.store.sessions.touchClient(sessionIdentifier, client.id, tx.now)
}

/**
 * Records a refresh of a token bound to the session. A client that signed out of the session is not added again;
 * otherwise the session would not end with the last of the other clients. Writes `bumped_user_session`.
 */
export async function bumpRefreshedSession(
  tx: Tx,
  session: SessionRecord,
  clientId: number,
): Promise<void> {
  await Promise.all([
    noteUse(tx, session, clientId, {}),
    tx.store.sessions.noteClient(session.id, clientId, tx.now),
  ])
}

async function noteUse(
  tx: Tx,
  session: SessionRecord,
  clientId: number,
  change: Partial<SessionRecord>,
): Promise<void> {
  const used = { lastAccessed: tx.now, ...change }
  await tx.store.sessions.update(session.id, used)
  audit(tx, 'bumped_user_session', { userId: session.userId, clientId })
}

export interface NewSession extends ProvenBy {
  readonly user: UserRecord
  /** The client that the session begins for, which it need not sign in (`joinSession`). */
  readonly clientId: number
  /** The `sid` of tokens. */
  readonly sessionIdentifier: string
  /** Hash of the browser's cookie value. */
  readonly cookieHash: string
  readonly authTime: Date
  readonly authMethods: string
  readonly acrLevel: AcrLevel
  readonly authStateGeneration: number
  readonly otpConfigGeneration: number
}

/**
 * Starts the session of a user who entered a password in this interaction. The user's other sessions stay, even from
 * the same kind of browser at the same address, because they may belong to another browser. Writes
 * `started_new_user_session`.
 */
export async function startSession(tx: Tx, fresh: NewSession): Promise<void> {
  const { user, clientId, ...values } = fresh
  const device = deviceOf(tx.userAgent)
  await tx.store.sessions.insert({
    ...values,
    ...device,
    userId: user.id,
    started: tx.now,
    lastAccessed: tx.now,
    ipAddress: withAddress('', tx.ip),
    userAgent: cutBytes(tx.userAgent, 512),
  })
  await tx.store.users.noteSignIn(user.id, fresh.authTime)
  const { authMethods } = values
  audit(tx, 'started_new_user_session', { userId: user.id, clientId, authMethods })
}

/** The session's level; an unknown stored value counts as the weakest. */
export function sessionAcr(session: SessionRecord): AcrLevel {
  return isAcrLevel(session.acrLevel) ? session.acrLevel : 'urn:authserver:level1'
}

/** The session's new level and methods, and what they stand on; empty when they stay unchanged. */
function changeOfProof(
  session: SessionRecord,
  { proven, owner }: SessionChanges,
): Partial<Proven & ProvenBy> {
  const { authMethods, otpConfigGeneration, passkeyId, providerId } = session
  const otpConfigurationCurrent = otpConfigGeneration === owner?.otpConfigGeneration
  const held = { acrLevel: sessionAcr(session), authMethods, otpConfigurationCurrent }
  const kept = owner ? stillProven(held, ownFactors(owner)) : held
  if (proven && isAtLeast(proven.acrLevel, kept.acrLevel)) {
    // What the session began with ends it still, unless another of its kind has taken its place.
    return {
      ...proven,
      passkeyId: proven.passkeyId ?? passkeyId,
      providerId: proven.providerId ?? providerId,
    }
  }
  return {
    ...(kept.authMethods === authMethods ? {} : kept),
    ...(proven && {
      passkeyId: passkeyId ?? proven.passkeyId,
      providerId: providerId ?? proven.providerId,
    }),
  }
}

/** Maximum length of the stored list of addresses, in characters. */
const maxAddressCharacters = 512

/** Adds an address to the list; when the list is full, the first and the newest addresses stay. */
function withAddress(seen: string, address: string): string {
  const addresses = seen.split(',').filter((known) => known !== '')
  const next = cutCodePoints(address.replaceAll(',', ' '), 100)
  if (next === '' || addresses.includes(next)) return seen
  addresses.push(next)
  while (addresses.join(',').length > maxAddressCharacters) addresses.splice(1, 1)
  return addresses.join(',')
}

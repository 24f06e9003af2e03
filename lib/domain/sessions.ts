import type { Context, Tx } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { isFromFuture } from '#lib/kernel/clock-skew.ts'
import { sha256Hex } from '#lib/kernel/hash.ts'
import { cutBytes, cutCodePoints } from '#lib/kernel/text.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { type AcrLevel, isAcrLevel, isAtLeast } from './acr.ts'
import { audit } from './audit.ts'
import { deviceOf } from './device.ts'
import { type SessionUse, sessionLimits } from './session-limits.ts'
import { type Proven, stillProven } from './session-proof.ts'

/** `expired`: too old for its limits. `terminated`: it may not be used again, whatever its age. */
export type SessionState = 'valid' | 'expired' | 'terminated'

/**
 * Whether a sign-on session may be used now. Each bound includes its last moment.
 * - `terminated`: it is another user's, the user is disabled, or credentials changed since.
 * - `expired`: idle too long, past its lifetime, or signed in longer ago than `max_age` allows; also when one of these
 *   moments lies in the future (the clock was ahead), as its bound would not end it in time.
 * @param user its owner, read now
 * @param client that it is used for; null for any
 * @param maxAgeSeconds of the authorization request; null or absent: no such bound. 0 is never met.
 */
export function sessionState(
  ctx: Context,
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

/** A browser's sign-on session and its owner. */
export interface BrowserSession {
  readonly session: SessionRecord
  readonly user: UserRecord
}

/**
 * The session that the browser's cookie names, in whatever state it is (ask `sessionState`).
 * @param cookieValue null without a cookie
 * @returns null when no such session exists (any more)
 */
export async function browserSession(
  ctx: Context,
  cookieValue: string | null,
): Promise<BrowserSession | null> {
  if (cookieValue === null) return null
  return ctx.store.sessions.findWithUser(sha256Hex(cookieValue))
}

/** What the browser did beyond using its session; absent parts stay as they are. */
export interface SessionChanges {
  /** Level and methods that were proven; a level that the session still holds does not fall by them. */
  readonly proven?: Proven
  /** Its owner, read now: what the session proved with an authenticator that is gone falls. */
  readonly owner?: Pick<UserRecord, 'otpEnabled' | 'otpConfigGeneration'>
  /** When a credential was entered. */
  readonly authTime?: Date
  /** Two-factor settings under which level 2 was settled. */
  readonly otpConfigGeneration?: number
  /** Hash of the new cookie value. */
  readonly cookieHash?: string
  /** Address of the browser. */
  readonly ipAddress?: string
}

/** Notes that a session was used for a client by a completed authorization. Writes `bumped_user_session`. */
export function bumpSession(
  tx: Tx,
  session: SessionRecord,
  clientId: number,
  changes: SessionChanges = {},
): void {
  const { authTime, otpConfigGeneration, cookieHash, ipAddress } = changes
  noteUse(tx, session, clientId, {
    ...changeOfProof(session, changes),
    ...(authTime ? { authTime } : {}),
    ...(otpConfigGeneration === undefined ? {} : { otpConfigGeneration }),
    ...(cookieHash ? { cookieHash } : {}),
    ...(ipAddress ? { ipAddress: withAddress(session.ipAddress, ipAddress) } : {}),
  })
  tx.withCommit(() => tx.store.sessions.touchClient(session.sessionIdentifier, clientId, tx.now))
}

/**
 * Notes that a token bound to the session was refreshed. A client that signed out of the session stays off it: if it
 * came back, the session would not end with the last of the others. Writes `bumped_user_session`.
 */
export function bumpRefreshedSession(tx: Tx, session: SessionRecord, clientId: number): void {
  noteUse(tx, session, clientId, {})
  tx.withCommit(() => tx.store.sessions.noteClient(session.id, clientId, tx.now))
}

function noteUse(
  tx: Tx,
  session: SessionRecord,
  clientId: number,
  change: Partial<SessionRecord>,
): void {
  const used = { lastAccessed: tx.now, ...change }
  tx.withCommit(() => tx.store.sessions.update(session.id, used))
  audit(tx, 'bumped_user_session', { userId: session.userId, clientId })
}

/** What a new session starts with. */
export interface NewSession {
  readonly user: UserRecord
  readonly clientId: number
  /** The `sid` of tokens. */
  readonly sessionIdentifier: string
  /** Hash of the value the browser gets. */
  readonly cookieHash: string
  readonly authTime: Date
  readonly authMethods: string
  readonly acrLevel: AcrLevel
  readonly authStateGeneration: number
  readonly otpConfigGeneration: number
}

/**
 * Starts the sign-on session of a user who entered a password in this interaction. The user's other sessions go on,
 * also those that look alike: two browsers of one kind behind one address are two browsers. Writes
 * `started_new_user_session`.
 */
export function startSession(tx: Tx, fresh: NewSession): void {
  const { user, clientId, ...values } = fresh
  const device = deviceOf(tx.userAgent)
  tx.withCommit(() =>
    tx.store.sessions.insert({
      ...values,
      ...device,
      userId: user.id,
      started: tx.now,
      lastAccessed: tx.now,
      ipAddress: withAddress('', tx.ip),
      userAgent: cutBytes(tx.userAgent, 512),
    }),
  )
  tx.withCommit(() => tx.store.sessions.touchClient(fresh.sessionIdentifier, clientId, tx.now))
  audit(tx, 'started_new_user_session', { userId: user.id, clientId })
}

/** The session's level; a stored name that is none counts as the weakest. */
export function sessionAcr(session: SessionRecord): AcrLevel {
  return isAcrLevel(session.acrLevel) ? session.acrLevel : 'urn:authserver:level1'
}

/** The level and methods that a session gets; none where it keeps what it has. */
function changeOfProof(session: SessionRecord, { proven, owner }: SessionChanges): Partial<Proven> {
  const { authMethods, otpConfigGeneration } = session
  const otpConfigurationCurrent = otpConfigGeneration === owner?.otpConfigGeneration
  const held = { acrLevel: sessionAcr(session), authMethods, otpConfigurationCurrent }
  const kept = owner ? stillProven(held, owner.otpEnabled) : held
  if (proven && isAtLeast(proven.acrLevel, kept.acrLevel)) return proven
  return kept.authMethods === authMethods ? {} : kept
}

/** How many characters of addresses a session remembers. */
const maxAddressCharacters = 512

/** Adds an address to those seen; where there are too many, the first and the newest stay. */
function withAddress(seen: string, address: string): string {
  const addresses = seen.split(',').filter((known) => known !== '')
  const next = cutCodePoints(address.replaceAll(',', ' '), 100)
  if (next === '' || addresses.includes(next)) return seen
  addresses.push(next)
  while (addresses.join(',').length > maxAddressCharacters) addresses.splice(1, 1)
  return addresses.join(',')
}

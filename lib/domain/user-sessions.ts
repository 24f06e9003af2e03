import { type Context, type Tx, transaction } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import type { ListedSession } from '#lib/persistence/live-sessions.ts'
import type { SessionWithOwner } from '#lib/persistence/sessions.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { beginEnd, endRestOfSession, type SessionEnd } from './session-end.ts'
import { liveSince } from './session-limits.ts'
import { stillProven } from './session-proof.ts'
import { sessionAcr } from './sessions.ts'

/** What any session identifier fits; keeps characters from the database that it cannot store. */
const possibleIdentifier = /^[\x21-\x7e]{1,64}$/

/** A user's sessions that may be used now, the last used one first; also those that are being ended (`beginEnd`). */
export function listLiveSessions(
  ctx: Context,
  { id, authStateGeneration }: Pick<UserRecord, 'id' | 'authStateGeneration'>,
): Promise<ListedSession[]> {
  const { idleSince, startedSince } = liveSince(ctx, null)
  return ctx.store.sessions.listLive(id, idleSince, startedSince, authStateGeneration)
}

/**
 * The session with this identifier (`sid`), live or not.
 * @throws Refusal NOT_FOUND
 */
export async function findSession(ctx: Context, identifier: string): Promise<SessionWithOwner> {
  const session = possibleIdentifier.test(identifier)
    ? await ctx.store.sessions.findWithOwner(identifier)
    : null
  if (!session) throw refuse('NOT_FOUND')
  return session
}

/**
 * The session with this row id.
 * @throws Refusal NOT_FOUND
 */
export async function findSessionById(ctx: Context, id: number): Promise<SessionRecord> {
  const session = await ctx.store.sessions.findById(id)
  if (!session) throw refuse('NOT_FOUND')
  return session
}

/**
 * Says whether a session owes the second factor again, as after a change of two-factor settings.
 * `false` takes back that debt and nothing else: where the authenticator that the session proved is gone, the session
 * is left with what its password earns.
 * @param due null leaves it as it is
 * @throws Refusal NOT_FOUND when the session is gone
 */
export async function setSecondFactorDue(
  tx: Tx,
  sessionIdentifier: string,
  due: boolean | null,
): Promise<SessionWithOwner> {
  const found = await tx.store.sessions.lockWithUser(sessionIdentifier)
  if (!found) throw refuse('NOT_FOUND')
  if (due !== null) {
    const change = due ? makeDue(found.session) : takeBackDue(found.session, found.user)
    await tx.store.sessions.update(found.session.id, change)
  }
  return findSession(tx, sessionIdentifier)
}

/**
 * No user's two-factor settings have a generation below zero, so the session differs from all of them; which one
 * it was proven under can still be told.
 */
function makeDue(session: SessionRecord): Pick<SessionRecord, 'otpConfigGeneration'> {
  return { otpConfigGeneration: -1 - provenUnder(session) }
}

function takeBackDue(
  session: SessionRecord,
  { otpEnabled, otpConfigGeneration }: Pick<UserRecord, 'otpEnabled' | 'otpConfigGeneration'>,
): Partial<SessionRecord> {
  const { authMethods } = session
  const otpConfigurationCurrent = provenUnder(session) === otpConfigGeneration
  const held = { acrLevel: sessionAcr(session), authMethods, otpConfigurationCurrent }
  return { otpConfigGeneration, ...stillProven(held, otpEnabled) }
}

/** The generation of two-factor settings that a session's level 2 was settled under. */
function provenUnder({ otpConfigGeneration: stored }: SessionRecord): number {
  return stored < 0 ? -1 - stored : stored
}

/**
 * Ends a session as an administrator: its codes, tokens and grants are revoked, offline ones too.
 * @returns false when there are more than one transaction should end (see `beginEnd`)
 * @throws Refusal NOT_FOUND when somebody else was first
 */
export async function endSession(
  tx: Tx,
  session: SessionRecord,
  loggedInUser: string,
): Promise<boolean> {
  const live = await tx.store.sessions.lock(session.sessionIdentifier)
  if (!live) throw refuse('NOT_FOUND')
  return beginEnd(tx, live, endedBy(loggedInUser))
}

/**
 * Ends a session as `endSession` does, however much was granted in it: see `endRestOfSession`.
 * @throws Refusal NOT_FOUND when somebody else was first
 */
export async function endSessionWithAll(
  ctx: Context,
  session: SessionRecord,
  loggedInUser: string,
): Promise<void> {
  const isOver = await transaction(ctx, (tx) => endSession(tx, session, loggedInUser))
  if (!isOver) await endRestOfSession(ctx, session, endedBy(loggedInUser))
}

function endedBy(loggedInUser: string): SessionEnd {
  return { loggedInUser, reason: 'session_terminated' }
}

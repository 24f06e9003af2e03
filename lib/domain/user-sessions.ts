import type { Context, Tx } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { refuse } from '#lib/kernel/errors.ts'
import type { ListedSession, SessionWithOwner } from '#lib/persistence/sessions.ts'
import type { SessionRecord } from '#lib/persistence/store.ts'
import { terminateSession } from './revocation.ts'

/** What any session identifier fits; keeps characters from the database that it cannot store. */
const possibleIdentifier = /^[\x21-\x7e]{1,64}$/

/** No user's two-factor settings ever have this generation: the session differs from all of them. */
const outdatedGeneration = -1

/** A user's sessions that may be used now by their age, the last used one first. */
export function listLiveSessions(ctx: Context, userId: number): Promise<ListedSession[]> {
  const { userSessionIdleTimeoutInSeconds, userSessionMaxLifetimeInSeconds } = ctx.settings
  return ctx.store.sessions.listLive(
    userId,
    addSeconds(ctx.now, -userSessionIdleTimeoutInSeconds),
    addSeconds(ctx.now, -userSessionMaxLifetimeInSeconds),
  )
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
 * @param due null leaves it as it is
 * @throws Refusal NOT_FOUND when the session is gone
 */
export async function setSecondFactorDue(
  tx: Tx,
  { id, sessionIdentifier, user }: SessionWithOwner,
  due: boolean | null,
): Promise<SessionWithOwner> {
  if (due !== null) {
    const otpConfigGeneration = due ? outdatedGeneration : user.otpConfigGeneration
    await tx.store.sessions.change(id, { otpConfigGeneration })
  }
  return findSession(tx, sessionIdentifier)
}

/**
 * Ends a session as an administrator: its codes, tokens and grants are revoked, offline ones too.
 * @throws Refusal NOT_FOUND when somebody else was first
 */
export async function endSession(
  tx: Tx,
  session: SessionRecord,
  loggedInUser: string,
): Promise<void> {
  const live = await tx.store.sessions.lock(session.sessionIdentifier)
  if (!live) throw refuse('NOT_FOUND')
  await terminateSession(tx, live, { loggedInUser, reason: 'session_terminated' })
}

import { refuse } from '#lib/answers/refusal.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import type { ListedSession } from '#lib/persistence/sessions/admin-active-sessions.ts'
import type { SessionWithOwner } from '#lib/persistence/sessions/admin-sessions.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { type FactorColumns, ownFactors, stillProven } from '../sign-in/session-proof.ts'
import { beginTermination, finishTermination, type SessionEnd } from './session-end.ts'
import { activeSince } from './session-limits.ts'
import { sessionAcr } from './sessions.ts'

/** Matches every session identifier; rejects characters that a database cannot store. */
const possibleIdentifier = /^[\x21-\x7e]{1,64}$/

/** Lists a user's active sessions, last used first, including terminating ones (`beginTermination`). */
export function listActiveSessions(
  ctx: Context,
  { id, authStateGeneration }: Pick<UserRecord, 'id' | 'authStateGeneration'>,
): Promise<ListedSession[]> {
  return ctx.store.sessions.listActive(id, activeSince(ctx, null), authStateGeneration)
}

/**
 * Finds the session with this identifier (`sid`), active or not.
 * @throws Refusal NOT_FOUND
 */
export async function findSession(ctx: Context, identifier: string): Promise<SessionWithOwner> {
  const session = possibleIdentifier.test(identifier)
    ? await ctx.store.sessions.findWithOwner(identifier)
    : null
  if (!session) throw refuse('NOT_FOUND')
  return session
}

/** @throws Refusal NOT_FOUND */
export async function findSessionById(ctx: Context, id: number): Promise<SessionRecord> {
  const session = await ctx.store.sessions.findById(id)
  if (!session) throw refuse('NOT_FOUND')
  return session
}

/**
 * Sets whether a session must prove the second factor again, as after a change of two-factor settings. `false` removes
 * only that requirement: if the authenticator of the session's proof is gone, the session keeps only the level of its
 * password.
 * @param due null leaves it unchanged
 * @throws Refusal NOT_FOUND when the session is gone
 */
export async function setSecondFactorDue(
  tx: AdminTx,
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
 * No user's two-factor settings have a negative generation, so the session matches none of them. The original
 * generation can still be recovered.
 */
function makeDue(session: SessionRecord): Pick<SessionRecord, 'otpConfigGeneration'> {
  return { otpConfigGeneration: -1 - provenUnder(session) }
}

function takeBackDue(
  session: SessionRecord,
  owner: FactorColumns & Pick<UserRecord, 'otpConfigGeneration'>,
): Partial<SessionRecord> {
  const { authMethods } = session
  const { otpConfigGeneration } = owner
  const otpConfigurationCurrent = provenUnder(session) === otpConfigGeneration
  const held = { acrLevel: sessionAcr(session), authMethods, otpConfigurationCurrent }
  return { otpConfigGeneration, ...stillProven(held, ownFactors(owner)) }
}

/** The generation of two-factor settings under which the session reached level 2. */
function provenUnder({ otpConfigGeneration: stored }: SessionRecord): number {
  return stored < 0 ? -1 - stored : stored
}

/**
 * Ends a session for an administrator: its codes, tokens and grants are revoked, offline ones too.
 * @returns false when the grants are too many for one transaction (see `beginTermination`)
 * @throws Refusal NOT_FOUND when the session ended meanwhile
 */
export async function endSession(
  tx: AdminTx,
  session: SessionRecord,
  loggedInUser: string,
): Promise<boolean> {
  const current = await tx.store.sessions.lock(session.sessionIdentifier)
  if (!current) throw refuse('NOT_FOUND')
  return beginTermination(tx, current, endedBy(loggedInUser))
}

/**
 * Ends a session like `endSession`, with any number of grants: see `finishTermination`.
 * @throws Refusal NOT_FOUND when the session ended meanwhile
 */
export async function endSessionWithAll(
  ctx: Context,
  session: SessionRecord,
  loggedInUser: string,
): Promise<void> {
  const isOver = await adminTransaction(ctx, (tx) => endSession(tx, session, loggedInUser))
  if (!isOver) await finishTermination(ctx, session, endedBy(loggedInUser))
}

function endedBy(loggedInUser: string): SessionEnd {
  return { loggedInUser, reason: 'session_terminated' }
}

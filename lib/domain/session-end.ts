import { type Context, type Tx, transaction } from '#lib/context.ts'
import { afterResponse } from '#lib/kernel/after-response.ts'
import type { SessionRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'
import type { RevocationReason } from './revocation.ts'
import { inParts, maxAtOnce } from './revocation-in-batches.ts'

/** Who ends a session, and why. */
export interface SessionEnd {
  /** Subject of whoever acts, '' for nobody. */
  readonly loggedInUser: string
  readonly reason: RevocationReason
}

/** True for a session that `beginEnd` made useless: no user's credentials have a generation below zero. */
export function isBeingEnded({ authStateGeneration }: SessionRecord): boolean {
  return authStateGeneration < 0
}

/**
 * Removes a sign-on session's row and nothing else: session-bound tokens stop with it, offline ones
 * live on. Writes `deleted_user_session` if the row was still there.
 * @param loggedInUser subject of whoever acts, '' for nobody
 */
export async function removeSession(
  tx: Tx,
  session: SessionRecord,
  loggedInUser: string,
): Promise<boolean> {
  const removed = await tx.store.sessions.remove(session.id)
  if (removed) audit(tx, 'deleted_user_session', { userSessionId: session.id, loggedInUser })
  return removed
}

/**
 * Ends a sign-on session as a security action: its codes, every refresh token of its grants (offline
 * ones too) and the grants are revoked, the row is removed. A parallel request that has spent its code or
 * token is waited for, and what it derived is revoked too; one that has not finds it revoked.
 *
 * Where there are more grants than one transaction should end, the session is useless with this one and nothing more
 * comes of it; its grants follow in parts after the answer. What a killed process leaves of them stays live until
 * somebody ends the session again: it is listed until then.
 */
export async function terminateSession(
  tx: Tx,
  session: SessionRecord,
  details: SessionEnd,
): Promise<void> {
  if (await beginEnd(tx, session, details)) return
  const about = { requestId: tx.requestId, userSessionId: session.id }
  const endRest = async (ctx: Context) => {
    try {
      await endRestOfSession(ctx, session, details)
    } catch (error) {
      ctx.log.error({ ...about, err: error }, notAllEnded)
    }
  }
  tx.afterCommit((ctx) => {
    if (!afterResponse(() => endRest(ctx))) ctx.log.warn(about, notAllEnded)
  })
}

const notAllEnded = 'a session was ended, but not all of the grants that were made in it'

/**
 * Ends a session as `terminateSession` does, or makes it useless where there are more grants than one transaction
 * should end: sign-on, code and refresh accept no session of a generation that its owner does not have.
 * @returns true when all of it is over; else `endRestOfSession` has to follow
 */
export async function beginEnd(
  tx: Tx,
  session: SessionRecord,
  details: SessionEnd,
): Promise<boolean> {
  const { id, sessionIdentifier } = session
  // Grants without a session carry '': as a filter it would reach every one of them.
  if (sessionIdentifier === '') throw new Error('A session without an identifier.')
  const { loggedInUser, reason } = details
  const { sessions, codes, refreshTokens, grants } = tx.store
  // Whoever makes a grant in the session holds it: what is made is found below, or not made any more.
  await sessions.lock(sessionIdentifier)
  if (await grants.exceedInSession(sessionIdentifier, maxAtOnce)) {
    await sessions.markTerminating(id)
    auditEnded(tx, session, loggedInUser, { revokedCodeCount: 0, revokedRefreshTokenJtis: [] })
    return false
  }
  const revokedCodeCount = await codes.revokeOfSession(sessionIdentifier, reason, 'all')
  const revokedRefreshTokenJtis = await refreshTokens.revoke({ sessionIdentifier }, tx.now, reason)
  await grants.revoke({ sessionIdentifier }, tx.now, reason)
  const removed = await removeSession(tx, session, loggedInUser)
  if (removed || revokedCodeCount > 0 || revokedRefreshTokenJtis.length > 0)
    auditEnded(tx, session, loggedInUser, { revokedCodeCount, revokedRefreshTokenJtis })
  return true
}

/**
 * Ends the grants of a session that `beginEnd` left, some in each transaction, and removes the session with the last.
 * What fails leaves it listed, to be ended again. Each part writes a `terminated_user_session` that names it.
 */
export async function endRestOfSession(
  ctx: Context,
  session: SessionRecord,
  { loggedInUser, reason }: SessionEnd,
): Promise<void> {
  const { sessionIdentifier } = session
  await inParts(ctx, async (tx, after, limit) => {
    const { codes, refreshTokens, grants } = tx.store
    const ids = await grants.nextInSession(sessionIdentifier, after, limit)
    const last = ids.at(-1) ?? after
    const of = { sessionIdentifier, after, upTo: last }
    const revokedCodeCount = await codes.revokeOfGrants(of, reason)
    const revokedRefreshTokenJtis = await refreshTokens.revoke(of, tx.now, reason)
    await grants.revoke({ sessionIdentifier, id: { gt: after, lte: last } }, tx.now, reason)
    if (ids.length > 0)
      auditEnded(tx, session, loggedInUser, { revokedCodeCount, revokedRefreshTokenJtis })
    return { count: ids.length, last }
  })
  await transaction(ctx, (tx) => removeSession(tx, session, loggedInUser))
}

function auditEnded(
  tx: Tx,
  { id, userId, sessionIdentifier }: SessionRecord,
  loggedInUser: string,
  revoked: {
    readonly revokedCodeCount: number
    readonly revokedRefreshTokenJtis: readonly string[]
  },
): void {
  const about = { userId, userSessionId: id, sessionIdentifier, loggedInUser }
  audit(tx, 'terminated_user_session', { ...about, ...revoked })
}

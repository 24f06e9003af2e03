import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import { adminTransaction, type Context, type Tx } from '#lib/context.ts'
import type { SessionRecord } from '#lib/persistence/store.ts'
import { type AuditedPerson, audit } from '../audit/audit.ts'
import { notifyClients } from '../clients/logout-notifications.ts'
import type { RevocationReason } from '../retention/revocation.ts'
import { inTransactions, maxAtOnce } from '../retention/revocation-in-batches.ts'

/** The actor and the reason of a session's end. */
export interface SessionEnd {
  /** The actor for the audit entry; '' for none. */
  readonly loggedInUser: string
  readonly reason: RevocationReason
}

/** True for a session that `beginTermination` marked as terminating: no user's credentials have a negative generation. */
export function isTerminating({ authStateGeneration }: SessionRecord): boolean {
  return authStateGeneration < 0
}

/**
 * Removes only the row of a session: session-bound tokens stop working, offline tokens stay. Writes
 * `deleted_user_session` if the row still existed.
 * @param loggedInUser the actor for the audit entry; '' for none
 * @param tell whether the clients of the session learn of its end: not if they did before, or if another session takes
 *   its place
 */
export async function removeSession(
  tx: Tx,
  session: SessionRecord,
  loggedInUser: string,
  tell: 'clients' | 'nobody',
): Promise<boolean> {
  if (tell === 'clients') await notifyClients(tx, session)
  const removed = await tx.store.sessions.remove(session.id)
  // After the row is gone, no device can be connected in the session any more.
  if (tell === 'clients') await denyDevices(tx, session)
  if (removed) audit(tx, 'deleted_user_session', { userSessionId: session.id, loggedInUser })
  return removed
}

/**
 * Terminates a session for security. Its grants are revoked with their codes and refresh tokens (offline ones too), and
 * its row is removed. A concurrent request that has spent its code or token is waited for, and the tokens it derived
 * are revoked too. Otherwise that request finds its code or token revoked.
 *
 * With too many grants for one transaction, this call marks the session as terminating, so that no more grants come
 * from it. Its grants are revoked in batches after the response. If the process is killed, the remaining grants stay
 * active until the session is ended again; it stays listed until then.
 */
export async function terminateSession(
  tx: Tx,
  session: SessionRecord,
  details: SessionEnd,
): Promise<void> {
  if (await beginTermination(tx, session, details)) return
  const about = { requestId: tx.requestId, userSessionId: session.id }
  const endRest = async (ctx: Context) => {
    try {
      await finishTermination(ctx, session, details)
    } catch (error) {
      ctx.log.error({ ...about, err: error }, notAllEnded)
    }
  }
  tx.afterCommit((ctx) => {
    if (!afterResponse(ctx, () => endRest(ctx))) ctx.log.warn(about, notAllEnded)
  })
}

const notAllEnded = 'ended a session, but not all of its grants'

/**
 * Terminates a session like `terminateSession`. With too many grants for one transaction, it only marks the session as
 * terminating. Sign-on, code and refresh accept no session whose generation differs from its owner's.
 * @returns true when the session is gone; false when `finishTermination` must follow
 */
export async function beginTermination(
  tx: Tx,
  session: SessionRecord,
  details: SessionEnd,
): Promise<boolean> {
  const { id, sessionIdentifier } = session
  // Grants without a session store '', so an empty filter would match all of them.
  if (sessionIdentifier === '') throw new Error('A session without an identifier.')
  const { loggedInUser, reason } = details
  const { sessions, codes, refreshTokens, grants } = tx.store
  // A request that makes a grant in the session locks the session first. So its grant is either found below, or not
  // made.
  await sessions.lock(sessionIdentifier)
  if (await grants.exceedInSession(sessionIdentifier, maxAtOnce)) {
    await notifyClients(tx, session)
    await sessions.markTerminating(id)
    await denyDevices(tx, session)
    auditEnded(tx, session, loggedInUser, { revokedCodeCount: 0, revokedRefreshTokenJtis: [] })
    return false
  }
  const revokedCodeCount = await codes.revokeOfSession(sessionIdentifier, reason, 'all')
  const revokedRefreshTokenJtis = await refreshTokens.revoke({ sessionIdentifier }, tx.now, reason)
  await grants.revoke({ sessionIdentifier }, tx.now, reason)
  const removed = await removeSession(tx, session, loggedInUser, 'clients')
  if (removed || revokedCodeCount > 0 || revokedRefreshTokenJtis.length > 0)
    auditEnded(tx, session, loggedInUser, { revokedCodeCount, revokedRefreshTokenJtis })
  return true
}

/**
 * Revokes the grants that `beginTermination` left, in batches, and removes the session after the last one. After a failure the
 * session stays listed and can be ended again. Each batch writes a `terminated_user_session` that names it.
 */
export async function finishTermination(
  ctx: Context,
  session: SessionRecord,
  { loggedInUser, reason }: SessionEnd,
): Promise<void> {
  const { sessionIdentifier } = session
  await inTransactions(ctx, async (tx, after, limit) => {
    const { codes, refreshTokens, grants } = tx.store
    const ids = await grants.nextInSession(sessionIdentifier, after, limit)
    const last = ids.at(-1) ?? after
    const of = { sessionIdentifier, after, upTo: last }
    const revokedCodeCount = await codes.revokeOfGrants(of, reason)
    const revokedRefreshTokenJtis = await refreshTokens.revoke(of, tx.now, reason)
    await grants.revoke(of, tx.now, reason)
    if (ids.length > 0) {
      const revoked = { revokedCodeCount, revokedRefreshTokenJtis }
      // The person's activity names the end once, when it began.
      auditEnded(tx, session, loggedInUser, revoked, { userId: null })
    }
    return { count: ids.length, last }
  })
  await adminTransaction(ctx, (tx) => removeSession(tx, session, loggedInUser, 'nobody'))
}

function auditEnded(
  tx: Tx,
  session: SessionRecord,
  loggedInUser: string,
  revoked: {
    readonly revokedCodeCount: number
    readonly revokedRefreshTokenJtis: readonly string[]
  },
  person: AuditedPerson = { browser: browserOf(session) },
): void {
  const { id, userId, sessionIdentifier } = session
  const about = { userId, userSessionId: id, sessionIdentifier, loggedInUser }
  audit(tx, 'terminated_user_session', { ...about, ...revoked }, person)
}

/** Devices that were connected in the session and have no tokens yet get none. Call it after the row is removed. */
export function denyDevices(tx: Tx, { userId, sessionIdentifier }: SessionRecord): Promise<void> {
  return tx.store.deviceAuthorizations.denyUncollected({ userId, sessionIdentifier })
}

/** The signed-out browser, by the session's last new address. */
function browserOf({ ipAddress, userAgent }: SessionRecord) {
  return { ipAddress: ipAddress.split(',').at(-1) ?? '', userAgent }
}

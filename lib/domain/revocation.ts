import type { Tx } from '#lib/context.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'

/** Why codes and refresh tokens of a client stop working that became public; its grants go on. */
export const clientMadePublic = 'client_made_public'

/** Why codes, tokens and grants stop working, as stored beside them. */
export type RevocationReason =
  | 'replay'
  | 'code_reuse'
  | 'session_terminated'
  | 'credential_change'
  | 'account_disabled'
  | typeof clientMadePublic

/** Why a user's credential generation advances, as the audit entry says it. */
export type AuthStateReason =
  | 'password_change'
  | 'password_reset'
  | 'admin_password_set'
  | 'account_disabled'

/**
 * Revokes one grant with all that stems from it: its code, its refresh tokens and, because every
 * bearer check looks at the grant, its access tokens. Answers the replay of a spent code or of a
 * rotated refresh token; the user's session and other clients' grants stay.
 * @returns the identifiers of the refresh tokens that were live
 */
export async function revokeGrant(
  tx: Tx,
  grantId: number,
  reason: RevocationReason,
): Promise<string[]> {
  await tx.store.codes.revoke({ grantId }, reason)
  const revokedRefreshTokenJtis = await tx.store.refreshTokens.revoke({ grantId }, tx.now, reason)
  await tx.store.grants.revoke({ id: grantId }, tx.now, reason)
  return revokedRefreshTokenJtis
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
 */
export async function terminateSession(
  tx: Tx,
  session: SessionRecord,
  details: { readonly loggedInUser: string; readonly reason: RevocationReason },
): Promise<void> {
  const { sessionIdentifier } = session
  // Grants without a session carry '': as a filter it would reach every one of them.
  if (sessionIdentifier === '') throw new Error('A session without an identifier.')
  const { loggedInUser, reason } = details
  await tx.store.sessions.lock(sessionIdentifier)
  const revokedCodeCount = await tx.store.codes.revokeOfSession(sessionIdentifier, reason, 'all')
  const revokedRefreshTokenJtis = await tx.store.refreshTokens.revoke(
    { sessionIdentifier },
    tx.now,
    reason,
  )
  await tx.store.grants.revoke({ sessionIdentifier }, tx.now, reason)
  const removed = await removeSession(tx, session, loggedInUser)
  if (!removed && revokedCodeCount === 0 && revokedRefreshTokenJtis.length === 0) return
  audit(tx, 'terminated_user_session', {
    userId: session.userId,
    userSessionId: session.id,
    sessionIdentifier,
    loggedInUser,
    revokedCodeCount,
    revokedRefreshTokenJtis,
  })
}

/**
 * Makes everything a user obtained with the former credentials useless: password set, changed or
 * reset, or account disabled. Advances the credential generation, retires a pending reset link,
 * revokes codes, refresh tokens and grants, and removes the sessions. Runs in the transaction of the
 * change itself; only the row's owner may be passed, read in that transaction.
 * @param preserved the session that stays signed in (the user's own password change): it and its
 *   tokens are promoted to the new generation; its unspent codes are not
 */
export async function revokeAuthState(
  tx: Tx,
  user: UserRecord,
  details: { readonly reason: AuthStateReason; readonly loggedInUser: string },
  preserved: SessionRecord | null = null,
): Promise<void> {
  // Nobody stores a token of this user's meanwhile: it would not be found below.
  await tx.store.users.lock(user.id)
  const newGeneration = await tx.store.users.advanceAuthState(user.id)
  const kept = preserved?.sessionIdentifier ?? ''
  const others = kept === '' ? {} : { sessionIdentifier: { not: kept } }
  const reason = details.reason === 'account_disabled' ? 'account_disabled' : 'credential_change'
  const terminatedSessionIdentifiers = await tx.store.sessions.removeOfUser(
    user.id,
    preserved?.id ?? null,
  )
  if (preserved)
    await tx.store.sessions.update(preserved.id, { authStateGeneration: newGeneration })
  await tx.store.codes.revoke({ userId: user.id, ...others }, reason)
  if (preserved) await tx.store.codes.revokeOfSession(kept, 'credential_change', 'unspent')
  const revokedRefreshTokenJtis = await tx.store.refreshTokens.revoke(
    { userId: user.id, exceptOfSession: kept },
    tx.now,
    reason,
  )
  if (preserved) await tx.store.refreshTokens.promoteOfSession(kept, newGeneration)
  await tx.store.grants.revoke({ userId: user.id, ...others }, tx.now, reason)
  audit(tx, 'revoked_user_auth_state', {
    userId: user.id,
    reason: details.reason,
    loggedInUser: details.loggedInUser,
    terminatedSessionIdentifiers,
    revokedRefreshTokenJtis,
    preservedSessionIdentifier: kept,
    oldGeneration: newGeneration - 1,
    newGeneration,
  })
}

/**
 * Revokes every code and refresh token of a client that became public: what was issued to the holder
 * of a secret must not be usable without it. Access tokens and sessions stay (specification, "States
 * and transitions").
 */
export async function revokeClientTokens(
  tx: Tx,
  clientId: number,
  loggedInUser: string,
): Promise<void> {
  const reason = clientMadePublic
  const revokedCodeCount = await tx.store.codes.revoke({ clientId }, reason)
  const revokedRefreshTokenJtis = await tx.store.refreshTokens.revoke({ clientId }, tx.now, reason)
  audit(tx, 'revoked_client_grants', {
    clientId,
    reason: 'client_became_public',
    loggedInUser,
    revokedCodeCount,
    revokedRefreshTokenJtis,
  })
}

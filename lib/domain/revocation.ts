import type { Context, Tx } from '#lib/context.ts'
import { afterResponse } from '#lib/kernel/after-response.ts'
import type { ActiveKind } from '#lib/persistence/active-tokens.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'
import { maxAtOnce, revokeInBatches } from './revocation-in-batches.ts'

/** Why codes and refresh tokens of a client stop working that became public; its grants go on. */
export const clientMadePublic = 'client_made_public'

/** Why codes, tokens and grants stop working, as stored beside them. */
export type RevocationReason =
  | 'replay'
  | 'code_reuse'
  | 'session_terminated'
  | 'credential_change'
  | 'account_disabled'
  | 'consent_withdrawn'
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

/** What a user no longer approves of a client, and who says so. */
interface EndedApproval {
  readonly userId: number
  readonly clientId: number
  readonly reason: 'consent_withdrawn' | 'consent_narrowed'
  readonly loggedInUser: string
}

/** An audit entry names no more tokens than these: an application may have taken thousands. */
const maxNamed = 500

/**
 * Revokes everything a user granted a client: unspent codes, refresh tokens and, by their grants, access tokens. The
 * caller holds the user's row locked (`users.lock`), so that nothing is redeemed or refreshed meanwhile. Writes
 * `revoked_client_grants` where there was anything.
 */
export async function revokeApproved(
  tx: Tx,
  { userId, clientId, reason, loggedInUser }: EndedApproval,
): Promise<void> {
  const { codes, refreshTokens, grants } = tx.store
  const why = 'consent_withdrawn' satisfies RevocationReason
  const revokedCodeCount = await codes.revoke({ userId, clientId }, why)
  const jtis = await refreshTokens.revoke({ grantedBy: userId, to: clientId }, tx.now, why)
  const ended = await grants.revoke({ userId, clientId }, tx.now, why)
  if (ended === 0 && jtis.length === 0) return
  const revokedRefreshTokenJtis = jtis.slice(0, maxNamed)
  const revoked = { revokedCodeCount, revokedRefreshTokenJtis }
  audit(tx, 'revoked_client_grants', { clientId, userId, reason, loggedInUser, ...revoked })
}

/** A user whose credentials change, within the transaction of the change. */
interface ChangedUser {
  readonly userId: number
  readonly newGeneration: number
  /** The session that stays signed in. */
  readonly preserved: SessionRecord | null
  readonly reason: RevocationReason
}

/** What ended, as the audit entry names it. */
interface EndedAuthState {
  readonly terminatedSessionIdentifiers: readonly string[]
  readonly revokedRefreshTokenJtis: readonly string[]
}

const nothingNamed: EndedAuthState = {
  terminatedSessionIdentifiers: [],
  revokedRefreshTokenJtis: [],
}

/**
 * Makes everything a user obtained with the former credentials useless: password set, changed or
 * reset, or account disabled. Advances the credential generation, retires a pending reset link,
 * revokes codes, refresh tokens and grants, and removes the sessions. Runs in the transaction of the
 * change itself; only the row's owner may be passed, read in that transaction.
 *
 * Where there are more rows than one transaction should end, it advances the generation alone: no check accepts
 * anything of an earlier one. The rows follow in parts after the answer, and each part writes a
 * `revoked_user_auth_state` that names it. What a killed process leaves of them stays useless until it expires.
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
  const reason = details.reason === 'account_disabled' ? 'account_disabled' : 'credential_change'
  const changed = { userId: user.id, newGeneration, preserved, reason } as const
  const auditEnded = (inside: Tx, ended: EndedAuthState) =>
    audit(inside, 'revoked_user_auth_state', {
      userId: user.id,
      reason: details.reason,
      loggedInUser: details.loggedInUser,
      ...ended,
      preservedSessionIdentifier: preserved?.sessionIdentifier ?? '',
      oldGeneration: newGeneration - 1,
      newGeneration,
    })
  const owner = { kind: 'user', id: user.id } as const
  if (await tx.store.activeTokens.exceed(owner, activeKinds, maxAtOnce)) {
    await revokeAfterwards(tx, changed, auditEnded)
    auditEnded(tx, nothingNamed)
  } else auditEnded(tx, await revokeAtOnce(tx, changed))
}

async function revokeAtOnce(
  tx: Tx,
  { userId, newGeneration, preserved, reason }: ChangedUser,
): Promise<EndedAuthState> {
  const { sessions, codes, refreshTokens, grants } = tx.store
  const kept = preserved?.sessionIdentifier ?? ''
  const others = kept === '' ? {} : { sessionIdentifier: { not: kept } }
  const terminatedSessionIdentifiers = await sessions.removeOfUser(userId, preserved?.id ?? null)
  if (preserved) await sessions.update(preserved.id, { authStateGeneration: newGeneration })
  await codes.revoke({ userId, ...others }, reason)
  if (preserved) await codes.revokeOfSession(kept, reason, 'unspent')
  const ofOthers = { userId, exceptOfSession: kept }
  const revokedRefreshTokenJtis = await refreshTokens.revoke(ofOthers, tx.now, reason)
  if (preserved) await refreshTokens.promoteOfSession(kept, newGeneration)
  await grants.revoke({ userId, ...others }, tx.now, reason)
  return { terminatedSessionIdentifiers, revokedRefreshTokenJtis }
}

/** Keeps what is preserved now, and ends the others after the answer. */
async function revokeAfterwards(
  tx: Tx,
  { userId, newGeneration, preserved, reason }: ChangedUser,
  auditEnded: (tx: Tx, ended: EndedAuthState) => void,
): Promise<void> {
  const { sessions, codes, refreshTokens, activeTokens } = tx.store
  const kept = preserved?.sessionIdentifier ?? ''
  if (preserved) {
    await sessions.update(preserved.id, { authStateGeneration: newGeneration })
    await codes.revokeOfSession(kept, reason, 'unspent')
    await refreshTokens.promoteOfSession(kept, newGeneration)
  }
  // Under the lock of the user: what is newer was obtained with the new credentials.
  const newest = await activeTokens.newest()
  const of = { kind: 'user', id: userId, exceptOfSession: kept } as const
  const auditOf: Readonly<Record<ActiveKind, (tx: Tx, names: readonly string[]) => void>> = {
    session: (inside, names) =>
      auditEnded(inside, { ...nothingNamed, terminatedSessionIdentifiers: names }),
    code: () => {},
    refreshToken: (inside, names) =>
      auditEnded(inside, { ...nothingNamed, revokedRefreshTokenJtis: names }),
    grant: () => {},
  }
  const endAll = async (ctx: Context) => {
    try {
      for (const kind of activeKinds)
        await revokeInBatches(ctx, kind, {
          of,
          upTo: newest[kind],
          reason,
          auditEnded: auditOf[kind],
        })
    } catch (error) {
      ctx.log.error({ err: error, requestId: ctx.requestId, userId }, notAllEnded)
    }
  }
  tx.afterCommit((ctx) => {
    if (!afterResponse(() => endAll(ctx)))
      ctx.log.warn({ requestId: ctx.requestId, userId }, notAllEnded)
  })
}

const activeKinds: readonly ActiveKind[] = ['session', 'code', 'refreshToken', 'grant']
const notAllEnded = 'what a user held before was made useless, but not all of it is marked so'

/**
 * Revokes every code and refresh token of a client that became public: what was issued to the holder
 * of a secret must not be usable without it. Access tokens and sessions stay (docs/specification.md "States
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
  auditClientTokens(tx, clientId, loggedInUser, { revokedCodeCount, revokedRefreshTokenJtis })
}

/** What was revoked of a client, as the audit entry has it. */
interface RevokedOfClient {
  readonly revokedCodeCount: number
  readonly revokedRefreshTokenJtis: readonly string[]
}

/** Writes `revoked_client_grants`. */
export function auditClientTokens(
  tx: Tx,
  clientId: number,
  loggedInUser: string,
  revoked: RevokedOfClient,
): void {
  const reason = 'client_became_public'
  audit(tx, 'revoked_client_grants', { clientId, reason, loggedInUser, ...revoked })
}

import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import type { ActiveKind } from '#lib/persistence/tokens/active-rows.ts'
import { audit } from '../audit/audit.ts'
import { notifyClients, notifyClientsOfAccount } from '../clients/logout-notifications.ts'
import { maxAtOnce, revokeInBatches } from './revocation-in-batches.ts'

/** The reason for revoking the codes and refresh tokens of a client that became public; its grants stay. */
export const clientMadePublic = 'client_made_public'

/** Reasons for revoking codes, tokens and grants, as stored with them. */
export type RevocationReason =
  | 'replay'
  | 'code_reuse'
  | 'session_terminated'
  | 'credential_change'
  | 'account_disabled'
  | 'consent_withdrawn'
  | 'client_revoked'
  | typeof clientMadePublic

/** Reasons for advancing a user's credential generation, as in the audit entry. */
export type AuthStateReason =
  | 'password_change'
  | 'password_reset'
  | 'admin_password_set'
  | 'account_disabled'

/**
 * Revokes one grant with its code and refresh tokens. Its access tokens stop working too, because every bearer check
 * looks at the grant. This answers the replay of a spent code or of a rotated refresh token; the user's session and
 * other grants stay.
 * @returns the identifiers of the refresh tokens that were active
 */
export async function revokeGrant(
  tx: AdminTx,
  grantId: number,
  reason: RevocationReason,
): Promise<string[]> {
  return (await endGrant(tx, grantId, reason)).revokedRefreshTokenJtis
}

async function endGrant(tx: AdminTx, grantId: number, reason: RevocationReason) {
  await tx.store.codes.revoke({ grantId }, reason)
  const revokedRefreshTokenJtis = await tx.store.refreshTokens.revoke({ grantId }, tx.now, reason)
  const ended = await tx.store.grants.revoke({ id: grantId }, tx.now, reason)
  return { revokedRefreshTokenJtis, isEnded: ended > 0 || revokedRefreshTokenJtis.length > 0 }
}

/** The grant whose token a client revokes (RFC 7009). */
export interface GrantOfClient {
  readonly grantId: number
  readonly clientId: number
  readonly userId: number
  /** The kind of token that the client presented. */
  readonly presented: 'refresh_token' | 'access_token'
}

/**
 * Ends a grant at its client's wish: its code, refresh tokens and access tokens. The user's session, consent and other
 * grants stay. Writes `revoked_token`, unless the grant had ended before.
 */
export async function revokeByClient(
  tx: AdminTx,
  { grantId, clientId, userId, presented }: GrantOfClient,
): Promise<void> {
  const { isEnded, revokedRefreshTokenJtis } = await endGrant(tx, grantId, 'client_revoked')
  if (!isEnded) return
  const named = revokedRefreshTokenJtis.slice(0, maxNamed)
  audit(tx, 'revoked_token', {
    clientId,
    userId,
    grantId,
    presented,
    revokedRefreshTokenJtis: named,
  })
}

/** The consent that a user ended or narrowed, and the actor. */
interface EndedApproval {
  readonly userId: number
  readonly clientId: number
  readonly reason: 'consent_withdrawn' | 'consent_narrowed'
  readonly loggedInUser: string
}

/** Maximum number of tokens in one audit entry, because an application may have obtained thousands. */
const maxNamed = 500

/**
 * Revokes everything a user granted a client: unspent codes, refresh tokens and, through their grants, access tokens.
 * The caller must have locked the user's row (`users.lock`), so that no code is redeemed and no token refreshed
 * meanwhile. Writes `revoked_client_grants` if anything was revoked.
 */
export async function revokeApproved(
  tx: AdminTx,
  { userId, clientId, reason, loggedInUser }: EndedApproval,
): Promise<void> {
  const { codes, refreshTokens, grants } = tx.store
  const why = 'consent_withdrawn' satisfies RevocationReason
  await tx.store.deviceAuthorizations.denyUncollected({ userId, clientId })
  const revokedCodeCount = await codes.revoke({ userId, clientId }, why)
  const jtis = await refreshTokens.revoke({ userId, clientId }, tx.now, why)
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

/** The revoked sessions and tokens, as in the audit entry. */
interface EndedAuthState {
  readonly terminatedSessionIdentifiers: readonly string[]
  readonly revokedRefreshTokenJtis: readonly string[]
}

const nothingNamed: EndedAuthState = {
  terminatedSessionIdentifiers: [],
  revokedRefreshTokenJtis: [],
}

/**
 * Revokes everything a user obtained with the former credentials, after a new password or when the account is disabled.
 * Advances the credential generation, voids a pending reset link, revokes codes, refresh tokens and grants, and removes
 * the sessions. Runs in the transaction of the change itself. `user` must be the row's owner, read in that transaction.
 *
 * With too many rows for one transaction, it only advances the generation: every check refuses an earlier one. The rows
 * are revoked in batches after the response, and each batch writes a `revoked_user_auth_state` that names it. If the
 * process is killed, the remaining rows are refused until they expire.
 * @param preserved the session that stays signed in when users change their own password. It and its tokens are
 *   promoted to the new generation; its unspent codes are revoked.
 */
export async function revokeAuthState(
  tx: AdminTx,
  user: UserRecord,
  details: { readonly reason: AuthStateReason; readonly loggedInUser: string },
  preserved: SessionRecord | null = null,
): Promise<void> {
  // The lock keeps other requests from storing tokens of this user that the revocation would miss.
  await tx.store.users.lock(user.id)
  // Before the sessions go: their clients are read from them.
  if (preserved) await notifyClients(tx, { userId: user.id, except: preserved.id })
  else await notifyClientsOfAccount(tx, user.id)
  const newGeneration = await tx.store.users.advanceAuthState(user.id)
  await tx.store.deviceAuthorizations.denyUncollected({ userId: user.id })
  const reason = details.reason === 'account_disabled' ? 'account_disabled' : 'credential_change'
  const changed = { userId: user.id, newGeneration, preserved, reason } as const
  const auditEnded = (inside: AdminTx, ended: EndedAuthState) =>
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
  tx: AdminTx,
  { userId, newGeneration, preserved, reason }: ChangedUser,
): Promise<EndedAuthState> {
  const { sessions, codes, refreshTokens, grants } = tx.store
  const kept = preserved?.sessionIdentifier ?? ''
  const terminatedSessionIdentifiers = await sessions.removeOfUser(userId, preserved?.id ?? null)
  if (preserved) await sessions.update(preserved.id, { authStateGeneration: newGeneration })
  const ofOthers = { userId, exceptOfSession: kept }
  await codes.revoke(ofOthers, reason)
  if (preserved) await codes.revokeOfSession(kept, reason, 'unspent')
  const revokedRefreshTokenJtis = await refreshTokens.revoke(ofOthers, tx.now, reason)
  if (preserved) await refreshTokens.promoteOfSession(kept, newGeneration)
  await grants.revoke(ofOthers, tx.now, reason)
  return { terminatedSessionIdentifiers, revokedRefreshTokenJtis }
}

/** Promotes the preserved session now, and revokes the rest after the response. */
async function revokeAfterwards(
  tx: AdminTx,
  { userId, newGeneration, preserved, reason }: ChangedUser,
  auditEnded: (tx: AdminTx, ended: EndedAuthState) => void,
): Promise<void> {
  const { sessions, codes, refreshTokens, activeTokens } = tx.store
  const kept = preserved?.sessionIdentifier ?? ''
  if (preserved) {
    await sessions.update(preserved.id, { authStateGeneration: newGeneration })
    await codes.revokeOfSession(kept, reason, 'unspent')
    await refreshTokens.promoteOfSession(kept, newGeneration)
  }
  // Read under the user's lock: newer rows were obtained with the new credentials.
  const newest = await activeTokens.newest()
  const of = { kind: 'user', id: userId, exceptOfSession: kept } as const
  const auditOf: Readonly<Record<ActiveKind, (tx: AdminTx, names: readonly string[]) => void>> = {
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
    if (!afterResponse(ctx, () => endAll(ctx)))
      ctx.log.warn({ requestId: ctx.requestId, userId }, notAllEnded)
  })
}

const activeKinds: readonly ActiveKind[] = ['session', 'code', 'refreshToken', 'grant']
const notAllEnded = 'invalidated the tokens of a user, but not all of them are marked as revoked'

/**
 * Revokes every code and refresh token of a client that became public: tokens issued to the holder of a secret must not
 * work without it, nor may its devices collect theirs. Access tokens and sessions stay (docs/specification.md "States
 * and transitions").
 */
export async function revokeClientTokens(
  tx: AdminTx,
  clientId: number,
  loggedInUser: string,
): Promise<void> {
  const reason = clientMadePublic
  await tx.store.deviceAuthorizations.denyUncollected({ clientId })
  const revokedCodeCount = await tx.store.codes.revoke({ clientId }, reason)
  const revokedRefreshTokenJtis = await tx.store.refreshTokens.revoke({ clientId }, tx.now, reason)
  auditClientTokens(tx, clientId, loggedInUser, { revokedCodeCount, revokedRefreshTokenJtis })
}

/** The revoked codes and tokens of a client, as in the audit entry. */
interface RevokedOfClient {
  readonly revokedCodeCount: number
  readonly revokedRefreshTokenJtis: readonly string[]
}

/** Writes `revoked_client_grants`. */
export function auditClientTokens(
  tx: AdminTx,
  clientId: number,
  loggedInUser: string,
  revoked: RevokedOfClient,
): void {
  const reason = 'client_became_public'
  audit(tx, 'revoked_client_grants', { clientId, reason, loggedInUser, ...revoked })
}

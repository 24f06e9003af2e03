import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { type Place, sendNotice } from '#lib/domain/mail/notices.ts'
import { terminateSession } from '#lib/domain/sessions/session-end.ts'
import { lockUser } from '#lib/domain/users/users.ts'
import type { IdentityKey } from '#lib/persistence/providers/user-identities.ts'
import type {
  IdentityProviderRecord,
  UserIdentityRecord,
  UserRecord,
} from '#lib/persistence/store.ts'

interface Removal {
  /** The acting administrator; '' for the owner. */
  readonly loggedInUser: string
  /** The `sid` of the session to keep; null: every session that the provider proved ends. */
  readonly keptSession: string | null
  readonly place: Place | null
}

/**
 * Links an identity to a user. Writes `linked_provider` and notifies the user by mail.
 * @param user locked
 * @throws a unique violation when the identity, or the user at this provider, is linked already
 */
export async function linkIdentity(
  tx: Tx,
  user: UserRecord,
  { id: providerId, alias, displayName }: IdentityProviderRecord,
  { issuer, subject, email }: Omit<IdentityKey, 'providerId'> & { readonly email: string },
  place: Place | null,
): Promise<void> {
  const identity = await tx.store.userIdentities.insert({
    createdAt: tx.now,
    userId: user.id,
    providerId,
    issuer,
    subject,
    email,
    lastUsedAt: tx.now,
  })
  audit(tx, 'linked_provider', { userId: user.id, providerId, alias, identityId: identity.id })
  sendNotice(tx, user, 'provider-linked', place, { provider: displayName })
}

/**
 * Removes a link and ends the sessions that it proved, with their tokens. Writes `unlinked_provider` and notifies
 * the user by mail.
 * @throws Refusal NOT_FOUND
 */
export async function unlinkIdentity(
  tx: AdminTx,
  userId: number,
  identityId: number,
  removal: Removal,
): Promise<void> {
  const user = await lockUser(tx, userId)
  const identities = await tx.store.userIdentities.findOfUser(userId)
  const identity = identities.find(({ id }) => id === identityId)
  if (!identity) throw refuse('NOT_FOUND')
  await removeLink(tx, user, identity, removal)
}

/** Like `unlinkIdentity`, for an identity as read in the transaction of a locked user. */
export async function removeLink(
  tx: Tx,
  user: UserRecord,
  { id: identityId, providerId }: UserIdentityRecord,
  { loggedInUser, keptSession, place }: Removal,
): Promise<void> {
  if (!(await tx.store.userIdentities.remove(identityId))) throw refuse('NOT_FOUND')
  const provider = await tx.store.identityProviders.findById(providerId)
  const alias = provider?.alias ?? ''
  audit(tx, 'unlinked_provider', { userId: user.id, providerId, alias, identityId, loggedInUser })
  sendNotice(tx, user, 'provider-unlinked', place, { provider: provider?.displayName ?? alias })
  for (const session of await tx.store.sessions.findOfProvider(user.id, providerId)) {
    if (session.sessionIdentifier === keptSession) continue
    await terminateSession(tx, session, { loggedInUser, reason: 'session_terminated' })
  }
}

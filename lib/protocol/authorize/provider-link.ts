import type { Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { linkIdentity, removeLink } from '#lib/domain/identity-providers/linked-identities.ts'
import { followGroups } from '#lib/domain/identity-providers/mapped-groups.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { placeOf } from '#lib/domain/mail/notices.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { openPending } from '../upstream/pending-identity.ts'
import { isTrustedLink } from '../upstream/read-standing.ts'
import type { Interaction } from './interaction.ts'
import { type LockedSsoSession, StaleStateError } from './sso-session.ts'

/**
 * Checks, in the transaction that issues, that a provider's proof is still valid, and stores the link that the sign-in
 * should end with. Only now has the account's owner proven every factor. Writes `linked_provider`.
 * @throws StaleStateError when the proof is no longer valid
 */
export async function completeProvider(
  tx: Tx,
  { row }: Interaction,
  { user, session }: LockedSsoSession,
): Promise<void> {
  const pending = openPending(tx, row)
  const links = pending !== null && pending.linkTo === user.id
  const proves = row?.providerId && row.userId === user.id ? row.providerId : null
  if (!links && proves === null) return
  const providerId = proves ?? pending?.providerId ?? 0
  await tx.store.identityProviders.hold(providerId)
  const provider = await usableProvider(tx, { id: providerId })
  const former = await tx.store.userIdentities.holdAt(user.id, providerId)
  if (!links) {
    if (!provider || !former) throw new StaleStateError(false)
    return
  }
  const holder = await tx.store.userIdentities.find(pending)
  const isFree = holder === null || holder.userId === user.id
  if (proves !== null) {
    const isTrusted = provider !== null && (await isTrustedLink(tx, provider, pending, user.id))
    if (!isTrusted) throw new StaleStateError(false)
  }
  // A user who has proven the account itself needs no link.
  if (!provider || provider.linking === 'off' || user.email !== pending.email || !isFree) return
  if (holder) return
  if (former) {
    const kept = session?.sessionIdentifier ?? null
    await removeLink(tx, user, former, { loggedInUser: '', keptSession: kept, place: placeOf(tx) })
  }
  await linkIdentity(tx, user, provider, pending, placeOf(tx)).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new StaleStateError(false) : error
  })
  await followGroups(tx, provider, user.id, pending.groups)
  if (user.emailVerified) return
  await tx.store.users.markVerified(user.id, user.email)
  audit(tx, 'verified_email', { userId: user.id, email: user.email })
}

import type { AdminTx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { removeLink } from '../identity-providers/linked-identities.ts'
import { placeOf } from '../mail/notices.ts'
import { removePasskey } from '../passkeys/own-passkeys.ts'

/**
 * Removes the passkeys and linked accounts of a user whose address is proven for the first time: somebody else may have
 * registered the address. A user who is asked for a second factor keeps them, because a mailbox must not take the place
 * of that factor. Writes `removed_passkey` and `unlinked_provider`, and notifies the user by mail.
 * @param user locked
 */
export async function removeUnprovenWays(tx: AdminTx, user: UserRecord): Promise<void> {
  if (user.otpEnabled || user.passkeySecondFactor) return
  const removal = { loggedInUser: '', keptSession: null, place: placeOf(tx) }
  for (const { id } of await tx.store.passkeys.findOfUser(user.id)) {
    await removePasskey(tx, user.id, id, removal)
  }
  for (const identity of await tx.store.userIdentities.findOfUser(user.id)) {
    await removeLink(tx, user, identity, removal)
  }
}

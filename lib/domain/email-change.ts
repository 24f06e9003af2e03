import type { Tx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { type ConfirmedUser, lockOwner } from './change-confirmation.ts'
import { sendNotice } from './notices.ts'
import { changeUser, lockUser } from './users.ts'

/** Codes and links that were sent to the former address prove nothing about the new one. */
const withoutPendingCodes = {
  emailVerificationCodeEncrypted: null,
  forgotPasswordCodeHash: null,
  forgotPasswordCodeIssuedAt: null,
}

/**
 * Gives a user another address on an administrator's word; pending codes and links stop working. Both addresses are
 * told, if they differ. Writes `updated_user_email`.
 * @param address normalized, checked
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function changeEmail(
  tx: Tx,
  userId: number,
  address: Pick<UserRecord, 'email' | 'emailVerified'>,
  loggedInUser: string,
): Promise<UserRecord> {
  const former = await lockUser(tx, userId)
  const change = { ...address, ...withoutPendingCodes, emailVerificationCodeIssuedAt: null }
  const entry = { event: 'updated_user_email', loggedInUser } as const
  const changed = await changeUser(tx, userId, change, entry)
  if (changed.email !== former.email) {
    sendNotice(tx, former, 'address-changed')
    sendNotice(tx, changed, 'address-set')
  }
  return changed
}

/**
 * Gives the user who asks another address, which counts as unverified; pending codes and links stop working, and
 * the former address is told. When the last verification code was made stays known, so that changing back and forth
 * gives no more mail. An address that is the user's by now stays as it is. Writes `updated_own_email`.
 * @param email normalized, checked
 * @throws what `lockOwner` throws
 */
export async function changeOwnEmail(
  tx: Tx,
  confirmed: ConfirmedUser,
  email: string,
): Promise<UserRecord> {
  const { user } = confirmed
  const former = await lockOwner(tx, confirmed)
  // Sent twice at once: the second one finds it done, and the new address is not told that it is the former one.
  if (former.email === email) return former
  const change = { email, emailVerified: false, ...withoutPendingCodes }
  const entry = { event: 'updated_own_email', loggedInUser: user.subject } as const
  const changed = await changeUser(tx, user.id, change, entry)
  sendNotice(tx, former, 'address-changed')
  return changed
}

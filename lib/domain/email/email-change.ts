import type { AdminTx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { type Place, sendNotice } from '../mail/notices.ts'
import { type ConfirmedUser, lockOwner } from '../sign-in/change-confirmation.ts'
import { changeUser, lockUser } from '../users/users.ts'

/** Codes and links sent to the former address prove nothing about the new one. */
export const withoutPendingCodes = {
  emailVerificationCodeEncrypted: null,
  forgotPasswordCodeHash: null,
  forgotPasswordCodeIssuedAt: null,
  pendingEmail: '',
  pendingEmailCodeEncrypted: null,
  pendingEmailCodeIssuedAt: null,
  factorCodeEncrypted: null,
  factorCodeIssuedAt: null,
}

/**
 * Changes a user's address for an administrator and voids pending codes and links. If the address differs, both
 * addresses get a notice. Writes `updated_user_email`.
 * @param address normalized, checked
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function changeEmail(
  tx: AdminTx,
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
 * Changes the caller's own address, which becomes unverified. Pending codes and links are voided, and the former
 * address gets a notice. The time of the last verification code is kept, so that switching back and forth sends no
 * extra mail. Does nothing when the user already has the address. Writes `updated_own_email`.
 * @param email normalized, checked
 * @param place where the user did it; null when unknown
 * @throws what `lockOwner` throws
 */
export async function changeOwnEmail(
  tx: AdminTx,
  confirmed: ConfirmedUser,
  email: string,
  place: Place | null,
): Promise<UserRecord> {
  const { user } = confirmed
  const former = await lockOwner(tx, confirmed)
  // The second of two simultaneous requests finds the address changed; without this check it would send a second
  // notice, to the new address.
  if (former.email === email) return former
  const change = { email, emailVerified: false, ...withoutPendingCodes }
  const entry = { event: 'updated_own_email', loggedInUser: user.subject } as const
  const changed = await changeUser(tx, user.id, change, entry)
  sendNotice(tx, former, 'address-changed', place)
  return changed
}

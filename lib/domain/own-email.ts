import type { Tx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { sendNotice } from './notices.ts'
import { lockConfirmed } from './password-confirmation.ts'
import { changeUser } from './users.ts'

/**
 * Gives the user who asks another address, which counts as unverified. Pending codes and links of the
 * former one stop working, and it is told. When the last verification code was made stays known, so
 * that changing back and forth gives no more mail. Writes `updated_own_email`.
 * @param email normalized, checked
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED when the password changed meanwhile
 */
export async function changeOwnEmail(tx: Tx, user: UserRecord, email: string): Promise<UserRecord> {
  const former = await lockConfirmed(tx, user)
  const change = {
    email,
    emailVerified: false,
    emailVerificationCodeEncrypted: null,
    forgotPasswordCodeHash: null,
    forgotPasswordCodeIssuedAt: null,
  }
  const entry = { event: 'updated_own_email', loggedInUser: user.subject } as const
  const changed = await changeUser(tx, user.id, change, entry)
  sendNotice(tx, former, 'address-changed')
  return changed
}

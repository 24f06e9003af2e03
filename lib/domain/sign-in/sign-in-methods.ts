import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { usableLinks } from '../identity-providers/usable.ts'
import { sendNotice } from '../mail/notices.ts'
import { setAskAfterPassword } from '../passkeys/own-passkeys.ts'
import { usablePasskeys } from '../passkeys/usable.ts'
import { disableOtp, lockUser } from '../users/users.ts'

/** A way to sign in that is about to be removed, by its id. */
export type RemovedWay = { readonly passkey: number } | { readonly identity: number }

/**
 * Refuses a removal that leaves an enabled user without a way to sign in.
 * @throws Refusal validator.sign_in.last_method
 */
export async function keepWayIn(
  tx: AdminTx,
  user: Pick<UserRecord, 'id' | 'enabled' | 'passwordHash'>,
  removed: RemovedWay,
): Promise<void> {
  if (!user.enabled || user.passwordHash !== '') return
  const passkeys = usablePasskeys(tx, await tx.store.passkeys.findOfUser(user.id))
  const links = await usableLinks(tx, user.id)
  const ways = [
    ...passkeys.map(({ id }) => `passkey ${id}`),
    ...links.map(({ id }) => `identity ${id}`),
  ]
  const way = 'passkey' in removed ? `passkey ${removed.passkey}` : `identity ${removed.identity}`
  if (ways.length === 1 && ways[0] === way) throw refuse('validator.sign_in.last_method')
}

/**
 * Removes a user's second factors for an administrator. The app is switched off, sign-ins do not ask for a passkey
 * after the password, and recovery codes and remembered browsers are removed. Passkeys stay. The user gets a notice.
 * @throws Refusal NOT_FOUND
 */
export async function resetSecondFactor(
  tx: AdminTx,
  userId: number,
  loggedInUser: string,
): Promise<void> {
  const user = await lockUser(tx, userId)
  if (user.otpEnabled) await disableOtp(tx, userId, { loggedInUser })
  if (user.passkeySecondFactor) {
    await setAskAfterPassword(tx, user, false, loggedInUser)
    if (!user.otpEnabled) sendNotice(tx, user, 'two-factor-disabled')
  }
  await tx.store.recoveryCodes.removeOfUser(userId)
  await tx.store.userDevices.forgetOfUser(userId)
}

import { refuse } from '#lib/answers/refusal.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { AdminTx, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { type Place, sendNotice } from '#lib/domain/mail/notices.ts'
import { terminateSession } from '#lib/domain/sessions/session-end.ts'
import { lockUser } from '#lib/domain/users/users.ts'
import type { PasskeyRecord, UserRecord } from '#lib/persistence/store.ts'
import { usablePasskeys } from './usable.ts'

/**
 * How long the hash of a removed credential is kept, in days. Until then the device can be asked to remove the
 * credential.
 */
const keepDays = 400

interface Removal {
  /** The acting administrator; '' for the owner. */
  readonly loggedInUser: string
  /** The `sid` of the session to keep; null: every session that the passkey proved ends. */
  readonly keptSession: string | null
  readonly place: Place | null
}

/**
 * Removes a passkey, ends the sessions that it proved, with their tokens, and forgets the remembered browsers. Without a
 * passkey, sign-ins no longer ask for one after a password. Writes `removed_passkey` and notifies the user by mail.
 * @throws Refusal NOT_FOUND
 */
export async function removePasskey(
  tx: AdminTx,
  userId: number,
  id: number,
  { loggedInUser, keptSession, place }: Removal,
): Promise<UserRecord> {
  const user = await lockUser(tx, userId)
  const passkey = await tx.store.passkeys.lock(userId, id)
  if (!passkey) throw refuse('NOT_FOUND')
  await tx.store.passkeys.remove(id)
  const { credentialId, name } = passkey
  await tx.store.removedPasskeys.insert(
    sha256Hex(credentialId),
    addSeconds(tx.now, keepDays * daySeconds),
  )
  audit(tx, 'removed_passkey', { userId, passkeyId: id, name, loggedInUser })
  sendNotice(tx, user, 'passkey-removed', place)
  const left = await tx.store.passkeys.findOfUser(userId)
  if (left.length === 0 && user.passkeySecondFactor) await setAskAfterPassword(tx, user, false)
  await tx.store.userDevices.forgetOfUser(userId)
  await leaveCodesOnlyWithFactor(tx, user, left)
  for (const session of await tx.store.sessions.findOfPasskey(userId, id)) {
    if (session.sessionIdentifier === keptSession) continue
    await terminateSession(tx, session, { loggedInUser, reason: 'session_terminated' })
  }
  return user
}

/** Recovery codes are removed with the last second factor. */
async function leaveCodesOnlyWithFactor(
  tx: Tx,
  user: UserRecord,
  left: readonly PasskeyRecord[],
): Promise<void> {
  if (user.otpEnabled || left.length > 0) return
  await tx.store.recoveryCodes.removeOfUser(user.id)
}

/**
 * Renames a passkey. Writes `renamed_passkey`.
 * @param name checked
 * @throws Refusal NOT_FOUND
 */
export async function renamePasskey(
  tx: Tx,
  userId: number,
  id: number,
  name: string,
): Promise<void> {
  if (!(await tx.store.passkeys.rename(userId, id, name))) throw refuse('NOT_FOUND')
  audit(tx, 'renamed_passkey', { userId, passkeyId: id, name })
}

/**
 * Switches the demand for a passkey after the password on or off; without a passkey it cannot be switched on. Writes
 * `updated_second_factor`.
 * @param user locked, as now stored
 * @returns false when it was so already
 * @throws Refusal VALIDATION_ERROR
 */
export async function setAskAfterPassword(
  tx: Tx,
  user: UserRecord,
  askAfterPassword: boolean,
  loggedInUser = '',
): Promise<boolean> {
  const { id } = user
  if (askAfterPassword && usablePasskeys(tx, await tx.store.passkeys.findOfUser(id)).length === 0) {
    throw refuse('VALIDATION_ERROR', { description: 'There is no passkey to ask for.' })
  }
  if (!(await tx.store.passkeys.setSecondFactor(id, askAfterPassword))) return false
  audit(tx, 'updated_second_factor', { userId: id, enabled: askAfterPassword, loggedInUser })
  return true
}

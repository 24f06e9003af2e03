import { refuse } from '#lib/answers/refusal.ts'
import { codeDigits, withoutInvisible } from '#lib/base/text/typed.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { sendNotice } from '../mail/notices.ts'
import { lockConfirmed } from '../passwords/password-confirmation.ts'
import type { UserCaller } from '../permissions/caller.ts'
import { disableOtp, findUser } from '../users/users.ts'
import { type ConfirmedUser, lockOwner } from './change-confirmation.ts'
import { matchStep, newOtpSecret, otpSecretPlace } from './otp.ts'
import { spendStep } from './otp-replay.ts'

/** A displayed secret waits this long for its first code, in seconds. */
const enrollmentSeconds = 900

/** A pending secret with the step of the code that proved it. */
export interface ProvenSecret {
  readonly sealed: Uint8Array
  readonly step: number
}

/**
 * Returns the secret for switching two-factor authentication on. A valid pending secret is returned again, so that a
 * scanned code stays usable. The secret belongs to the grant whose token requested it. A request from another grant
 * gets a secret of its own and voids the first, so no application learns a secret scanned elsewhere.
 * @returns base32
 * @throws Refusal OTP_ALREADY_ENABLED; NOT_FOUND
 */
export async function pendingSecret(
  ctx: Context,
  { user, grantIdentifier }: UserCaller,
): Promise<string> {
  if (user.otpEnabled) throw refuse('OTP_ALREADY_ENABLED')
  const pending = livePending(ctx, user, grantIdentifier)
  if (pending) return ctx.cipher.open(pending, pendingPlace(user.id))
  const secret = newOtpSecret()
  const stored = await ctx.store.users.startOtpEnrollment(user.id, ctx.now, {
    secretEncrypted: ctx.cipher.seal(secret, pendingPlace(user.id)),
    expiresAt: addSeconds(ctx.now, enrollmentSeconds),
    grantIdentifier,
  })
  if (stored) return secret
  // Of two simultaneous requests, both get the secret that was stored first.
  const now = await findUser(ctx, user.id)
  const first = livePending(ctx, now, grantIdentifier)
  if (!first) throw refuse('OTP_ALREADY_ENABLED')
  return ctx.cipher.open(first, pendingPlace(user.id))
}

/**
 * Checks the first code of the pending secret.
 * @param typed as `codeDigits` takes it
 * @throws Refusal OTP_ALREADY_ENABLED, OTP_CODE_REQUIRED, INVALID_OTP_CODE, OTP_ENROLLMENT_NOT_PENDING (also for
 *   another grant's secret)
 */
export function checkFirstCode(
  ctx: Context,
  { user, grantIdentifier }: UserCaller,
  typed: string,
): ProvenSecret {
  if (user.otpEnabled) throw refuse('OTP_ALREADY_ENABLED')
  if (withoutInvisible(typed) === '') throw refuse('OTP_CODE_REQUIRED')
  const code = codeDigits(typed)
  if (!/^[0-9]{6}$/.test(code)) throw refuse('INVALID_OTP_CODE')
  const sealed = livePending(ctx, user, grantIdentifier)
  if (!sealed) throw refuse('OTP_ENROLLMENT_NOT_PENDING')
  const step = matchStep(ctx.cipher.open(sealed, pendingPlace(user.id)), code, ctx.now)
  if (step === null) throw refuse('INVALID_OTP_CODE')
  return { sealed, step }
}

/**
 * Switches two-factor authentication on with the proven secret and spends the code's step. Sessions stay, but each of
 * them now needs the second factor. Writes `enabled_otp` and notifies the user by mail.
 * @param user as read when the password was confirmed
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED when the password changed meanwhile; OTP_ALREADY_ENABLED;
 *   OTP_ENROLLMENT_NOT_PENDING when the secret was replaced
 * @throws an error for `refuseReplay` when the code's step was spent before
 */
export async function enableOwnOtp(
  tx: AdminTx,
  user: UserRecord,
  { sealed, step }: ProvenSecret,
): Promise<UserRecord> {
  const now = await lockConfirmed(tx, user)
  if (now.otpEnabled) throw refuse('OTP_ALREADY_ENABLED')
  const pending = now.otpEnrollmentSecretEncrypted
  if (!pending || !Buffer.from(pending).equals(sealed)) throw refuse('OTP_ENROLLMENT_NOT_PENDING')
  await spendStep(tx, user.id, step)
  const secret = tx.cipher.open(sealed, pendingPlace(user.id))
  await tx.store.users.enableOtp(user.id, tx.cipher.seal(secret, otpSecretPlace(user.id)))
  audit(tx, 'enabled_otp', { userId: user.id })
  sendNotice(tx, user, 'two-factor-enabled')
  return findUser(tx, user.id)
}

/**
 * Switches two-factor authentication off for the caller and notifies the user by mail. Writes `disabled_otp`.
 * @throws what `lockOwner` throws; Refusal OTP_NOT_ENABLED
 */
export async function disableOwnOtp(tx: AdminTx, confirmed: ConfirmedUser): Promise<UserRecord> {
  await lockOwner(tx, confirmed)
  return disableOtp(tx, confirmed.user.id)
}

/** The place that a pending secret is encrypted for. */
function pendingPlace(userId: number) {
  return `users.otp_enrollment_secret_encrypted/${userId}` as const
}

/** The grant's encrypted secret, while it is pending and valid. */
function livePending(ctx: Context, user: UserRecord, grantIdentifier: string): Uint8Array | null {
  const { otpEnabled, otpEnrollmentSecretEncrypted, otpEnrollmentExpiresAt } = user
  if (user.otpEnrollmentGrantIdentifier !== grantIdentifier) return null
  const isLive = otpEnrollmentExpiresAt !== null && ctx.now < otpEnrollmentExpiresAt
  return !otpEnabled && isLive ? otpEnrollmentSecretEncrypted : null
}

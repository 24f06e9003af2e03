import { refuse } from '#lib/answers/refusal.ts'
import { codeDigits, withoutInvisible } from '#lib/base/text/typed.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { type Place, sendNotice } from '../mail/notices.ts'
import { lockConfirmed } from '../passwords/password-confirmation.ts'
import type { UserCaller } from '../permissions/caller.ts'
import { disableOtp, findUser } from '../users/users.ts'
import { type ConfirmedUser, lockOwner } from './change-confirmation.ts'
import { matchStep, newOtpSecret, otpSecretPlace } from './otp.ts'
import { spendStep } from './otp-replay.ts'

/** What a pending secret is for: to switch two-factor authentication on, or to replace the app while it is on. */
type Purpose = 'enrollment' | 'replacement'

/** The refusal of each purpose when two-factor authentication is not in the state it needs. */
const wrongState = { enrollment: 'OTP_ALREADY_ENABLED', replacement: 'OTP_NOT_ENABLED' } as const

/** A displayed secret waits this long for its first code, in seconds. */
const enrollmentSeconds = 900

/** A pending secret with the step of the code that proved it. */
export interface ProvenSecret {
  readonly sealed: Uint8Array
  readonly step: number
}

/**
 * Returns the secret for a new authenticator app. A valid pending secret is returned again, so that a scanned code stays
 * usable. The secret belongs to the grant whose token requested it. A request from another grant gets a secret of its
 * own and voids the first, so no application learns a secret scanned elsewhere.
 * @returns base32
 * @throws Refusal OTP_ALREADY_ENABLED for an enrollment while it is on, OTP_NOT_ENABLED for a replacement while it is
 *   off; NOT_FOUND
 */
export async function pendingSecret(
  ctx: Context,
  { user, grantIdentifier }: UserCaller,
  purpose: Purpose,
): Promise<string> {
  requireState(user, purpose)
  const pending = livePending(ctx, user, grantIdentifier)
  if (pending) return ctx.cipher.open(pending, pendingPlace(user.id))
  const secret = newOtpSecret()
  const stored = await ctx.store.users.startOtpEnrollment(user.id, ctx.now, {
    secretEncrypted: ctx.cipher.seal(secret, pendingPlace(user.id)),
    expiresAt: addSeconds(ctx.now, enrollmentSeconds),
    grantIdentifier,
    otpEnabled: user.otpEnabled,
  })
  if (stored) return secret
  // Of two simultaneous requests, both get the secret that was stored first.
  const now = await findUser(ctx, user.id)
  requireState(now, purpose)
  const first = livePending(ctx, now, grantIdentifier)
  if (!first) throw refuse(wrongState[purpose])
  return ctx.cipher.open(first, pendingPlace(user.id))
}

/** A replacement may ask for two codes, so its refusals tell which one they mean. */
const codeRefusals = {
  enrollment: { missing: 'OTP_CODE_REQUIRED', wrong: 'INVALID_OTP_CODE' },
  replacement: { missing: 'validator.new_otp.required', wrong: 'validator.new_otp.wrong' },
} as const

/**
 * Checks the first code of the pending secret.
 * @param typed as `codeDigits` takes it
 * @throws Refusal OTP_ALREADY_ENABLED, OTP_CODE_REQUIRED, INVALID_OTP_CODE, OTP_ENROLLMENT_NOT_PENDING (also for
 *   another grant's secret); of a replacement OTP_NOT_ENABLED, validator.new_otp.required, validator.new_otp.wrong
 */
export function checkFirstCode(
  ctx: Context,
  { user, grantIdentifier }: UserCaller,
  typed: string,
  purpose: Purpose,
): ProvenSecret {
  requireState(user, purpose)
  const { missing, wrong } = codeRefusals[purpose]
  if (withoutInvisible(typed) === '') throw refuse(missing)
  const code = codeDigits(typed)
  if (!/^[0-9]{6}$/.test(code)) throw refuse(wrong)
  const sealed = livePending(ctx, user, grantIdentifier)
  if (!sealed) throw refuse('OTP_ENROLLMENT_NOT_PENDING')
  const step = matchStep(ctx.cipher.open(sealed, pendingPlace(user.id)), code, ctx.now)
  if (step === null) throw refuse(wrong)
  return { sealed, step }
}

/**
 * Switches two-factor authentication on with the proven secret and spends the code's step. Sessions stay, but each of
 * them now needs the second factor. Writes `enabled_otp` and notifies the user by mail.
 * @param user as read when the password was confirmed
 * @param place where the user did it; null when unknown
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED when the password changed meanwhile; OTP_ALREADY_ENABLED;
 *   OTP_ENROLLMENT_NOT_PENDING when the secret was replaced
 * @throws an error for `refuseReplay` when the code's step was spent before
 */
export async function enableOwnOtp(
  tx: AdminTx,
  user: UserRecord,
  { sealed, step }: ProvenSecret,
  place: Place | null,
): Promise<UserRecord> {
  const now = await lockConfirmed(tx, user)
  if (now.otpEnabled) throw refuse('OTP_ALREADY_ENABLED')
  const pending = now.otpEnrollmentSecretEncrypted
  if (!pending || !Buffer.from(pending).equals(sealed)) throw refuse('OTP_ENROLLMENT_NOT_PENDING')
  await spendStep(tx, user.id, step)
  const secret = tx.cipher.open(sealed, pendingPlace(user.id))
  await tx.store.users.enableOtp(user.id, tx.cipher.seal(secret, otpSecretPlace(user.id)))
  audit(tx, 'enabled_otp', { userId: user.id })
  sendNotice(tx, user, 'two-factor-enabled', place)
  return findUser(tx, user.id)
}

/**
 * Puts the app with the proven secret in place of the present one, whose codes count until then. Sessions stay, but each
 * of them now needs the second factor again; no browser is remembered any more. Recovery codes stay. Writes
 * `replaced_otp` and notifies the user by mail.
 * @param place where the user did it; null when unknown
 * @throws what `lockOwner` throws; Refusal OTP_NOT_ENABLED; OTP_ENROLLMENT_NOT_PENDING when the secret was replaced
 */
export async function replaceOwnOtp(
  tx: AdminTx,
  confirmed: ConfirmedUser,
  { sealed, step }: ProvenSecret,
  place: Place | null,
): Promise<UserRecord> {
  const now = await lockOwner(tx, confirmed)
  if (!now.otpEnabled) throw refuse('OTP_NOT_ENABLED')
  const { id, otpConfigGeneration } = now
  const secret = tx.cipher.open(sealed, pendingPlace(id))
  const isReplaced = await tx.store.users.replaceOtp(
    id,
    { otpConfigGeneration, pendingEncrypted: sealed },
    { otpSecretEncrypted: tx.cipher.seal(secret, otpSecretPlace(id)), lastOtpStep: step },
  )
  if (!isReplaced) throw refuse('OTP_ENROLLMENT_NOT_PENDING')
  await tx.store.userDevices.forgetOfUser(id)
  audit(tx, 'replaced_otp', { userId: id })
  sendNotice(tx, now, 'authenticator-replaced', place)
  return findUser(tx, id)
}

/**
 * Switches two-factor authentication off for the caller and notifies the user by mail. Writes `disabled_otp`.
 * @param place where the user did it; null when unknown
 * @throws what `lockOwner` throws; Refusal OTP_NOT_ENABLED
 */
export async function disableOwnOtp(
  tx: AdminTx,
  confirmed: ConfirmedUser,
  place: Place | null,
): Promise<UserRecord> {
  await lockOwner(tx, confirmed)
  return disableOtp(tx, confirmed.user.id, { place })
}

/** The place that a pending secret is encrypted for. */
function pendingPlace(userId: number) {
  return `users.otp_enrollment_secret_encrypted/${userId}` as const
}

/** @throws Refusal OTP_ALREADY_ENABLED, OTP_NOT_ENABLED */
function requireState({ otpEnabled }: UserRecord, purpose: Purpose): void {
  if (otpEnabled !== (purpose === 'replacement')) throw refuse(wrongState[purpose])
}

/** The grant's encrypted secret, while it is pending and valid. */
function livePending(ctx: Context, user: UserRecord, grantIdentifier: string): Uint8Array | null {
  const { otpEnrollmentSecretEncrypted, otpEnrollmentExpiresAt } = user
  if (user.otpEnrollmentGrantIdentifier !== grantIdentifier) return null
  const isLive = otpEnrollmentExpiresAt !== null && ctx.now < otpEnrollmentExpiresAt
  return isLive ? otpEnrollmentSecretEncrypted : null
}

import { refuse } from '#lib/answers/refusal.ts'
import { codeDigits, withoutInvisible } from '#lib/base/text/typed.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { auditRefusal } from './audit.ts'
import type { UserCaller } from './caller.ts'
import { matchStep, otpSecretPlace } from './otp.ts'
import { spendStep } from './otp-replay.ts'
import { lockConfirmed, reserveConfirmation, verifyOwnPassword } from './password-confirmation.ts'
import { checkReserved, reserveFailure } from './rate-limits.ts'
import { provesPresentFactor } from './session-proof.ts'

export interface ConfirmedUser {
  /** As read at the confirmation. */
  readonly user: UserRecord
  /** The step of the entered code, still to be spent; null when no code was required. */
  readonly otpStep: number | null
}

/**
 * Confirms that a change of credentials comes from the user. The password is always required. With two-factor
 * authentication on, a code is required too, unless the token's session has proven the current second factor. A session
 * from before that factor does not count, and neither does a token without a session. Wrong codes count against the
 * budgets for confirmed changes and for codes.
 * @param sent.otpCode as `codeDigits` takes it
 * @throws Refusal TOO_MANY_REQUESTS, AUTHENTICATION_FAILED, OTP_CODE_REQUIRED, INVALID_OTP_CODE (in this order)
 */
export async function confirmChange(
  ctx: Context,
  { user, session }: UserCaller,
  sent: { readonly password: string; readonly otpCode: string },
): Promise<ConfirmedUser> {
  const confirmation = await reserveConfirmation(ctx, user)
  await verifyOwnPassword(ctx, confirmation, user, sent.password)
  const owesCode = user.otpEnabled && !(session && provesPresentFactor(session, user))
  if (!owesCode) {
    await confirmation.release()
    return { user, otpStep: null }
  }
  if (withoutInvisible(sent.otpCode) === '') {
    await confirmation.release()
    throw refuse('OTP_CODE_REQUIRED')
  }
  const guess = await reserveFailure(ctx, [['otp', String(user.id)]])
  if (guess.refused) {
    await confirmation.release()
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: guess.retryAfterSeconds })
  }
  const step = await checkReserved(guess, () => stepOf(ctx, user, sent.otpCode))
  if (step === null || step <= user.lastOtpStep) {
    await auditRefusedCode(ctx, user, step)
    throw refuse('INVALID_OTP_CODE')
  }
  await Promise.all([guess.release(), confirmation.release()])
  return { user, otpStep: step }
}

/**
 * Locks the user for a confirmed change and spends the step of the code. The confirmation is void when the credentials
 * changed in between.
 * @returns the user as now stored
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED when the password changed meanwhile; OTP_CODE_REQUIRED when
 *   two-factor authentication was switched on, or off and on again, meanwhile
 * @throws an error for `refuseReplay` when the code's step was spent meanwhile
 */
export async function lockOwner(
  tx: AdminTx,
  { user, otpStep }: ConfirmedUser,
): Promise<UserRecord> {
  const now = await lockConfirmed(tx, user)
  if (!now.otpEnabled) return now
  if (now.otpConfigGeneration !== user.otpConfigGeneration) throw refuse('OTP_CODE_REQUIRED')
  if (otpStep !== null) await spendStep(tx, user.id, otpStep)
  return now
}

function stepOf(ctx: Context, user: UserRecord, typed: string): number | null {
  if (!user.otpSecretEncrypted) return null
  const secret = ctx.cipher.open(user.otpSecretEncrypted, otpSecretPlace(user.id))
  return matchStep(secret, codeDigits(typed), ctx.now)
}

async function auditRefusedCode(
  ctx: Context,
  { id: userId }: UserRecord,
  spentStep: number | null,
): Promise<void> {
  if (spentStep === null) await auditRefusal(ctx, 'auth_failed_otp', { userId })
  else await auditRefusal(ctx, 'otp_code_replay_detected', { userId, step: spentStep })
}

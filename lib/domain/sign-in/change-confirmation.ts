import { refuse } from '#lib/answers/refusal.ts'
import { codeDigits, withoutInvisible } from '#lib/base/text/typed.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { auditRefusal } from '../audit/audit.ts'
import { checkReserved, reserveFailure } from '../limits/rate-limits.ts'
import {
  lockConfirmed,
  reserveConfirmation,
  verifyOwnPassword,
} from '../passwords/password-confirmation.ts'
import type { UserCaller } from '../permissions/caller.ts'
import { confirmInPlaceOfPassword, type FactorConfirmation } from './factor-confirmation.ts'
import { matchStep, otpSecretPlace } from './otp.ts'
import { spendStep } from './otp-replay.ts'
import { owedProof } from './owed-proof.ts'
import { signInFeatures } from './sign-in-features.ts'

export interface ConfirmedUser {
  /** As read at the confirmation. */
  readonly user: UserRecord
  /** The step of the entered code, still to be spent; null when no code was required. */
  readonly otpStep: number | null
}

/** The proof that confirms a change of credentials, as sent. */
export interface ChangeConfirmation {
  readonly password: string
  /** As `codeDigits` takes it. */
  readonly otpCode: string
  /** Read when the password is empty, and `mayStandIn` allows it. */
  readonly confirmation?: FactorConfirmation | null | undefined
}

/** True when a password was sent, or a confirmation that may stand in for it. */
export function offersConfirmation(
  ctx: Context,
  user: UserRecord,
  { password, confirmation }: Omit<ChangeConfirmation, 'otpCode'>,
): boolean {
  return password !== '' || (!!confirmation && mayStandIn(ctx, user))
}

/** The user has had a passkey, or could make one. */
function mayStandIn(ctx: Context, { passkeyUserHandle }: UserRecord): boolean {
  return passkeyUserHandle !== null || signInFeatures(ctx).passkeys
}

/**
 * Confirms that a change of credentials comes from the user. The password is required, or a confirmation in its place.
 * A user who owes another proof (`owedProof`) also enters a code of the app; if the second factor is a passkey, the
 * password alone is refused. Wrong codes count against the budgets for confirmed changes and for codes.
 * @throws Refusal TOO_MANY_REQUESTS, AUTHENTICATION_FAILED, OTP_CODE_REQUIRED, INVALID_OTP_CODE (in this order)
 */
export async function confirmChange(
  ctx: Context,
  caller: UserCaller,
  sent: ChangeConfirmation,
): Promise<ConfirmedUser> {
  const { user } = caller
  if (sent.password === '' && sent.confirmation && mayStandIn(ctx, user)) {
    await confirmInPlaceOfPassword(ctx, caller, sent.confirmation)
    return { user, otpStep: null }
  }
  const confirmation = await reserveConfirmation(ctx, user)
  await verifyOwnPassword(ctx, confirmation, user, sent.password)
  const owed = await owedProof(ctx, caller)
  if (owed === 'factor') throw refuse('AUTHENTICATION_FAILED')
  if (owed === 'nothing') {
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
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED when the password changed meanwhile, or a passkey is asked for since;
 *   OTP_CODE_REQUIRED when two-factor authentication was switched on, or off and on again, meanwhile
 * @throws an error for `refuseReplay` when the code's step was spent meanwhile
 */
export async function lockOwner(
  tx: AdminTx,
  { user, otpStep }: ConfirmedUser,
): Promise<UserRecord> {
  const now = await lockConfirmed(tx, user)
  const isChanged = now.otpConfigGeneration !== user.otpConfigGeneration
  if (isChanged && now.otpEnabled) throw refuse('OTP_CODE_REQUIRED')
  if (isChanged && now.passkeySecondFactor) throw refuse('AUTHENTICATION_FAILED')
  if (otpStep !== null && now.otpEnabled) await spendStep(tx, user.id, otpStep)
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

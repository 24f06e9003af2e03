import { refuse } from '#lib/answers/refusal.ts'
import { codeDigits } from '#lib/base/text/typed.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type Context, transaction } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { auditRefusal } from './audit.ts'
import { isConsoleClient } from './built-in.ts'
import type { UserCaller } from './caller.ts'
import { matchStep, otpSecretPlace } from './otp.ts'
import { recordReplay, spendStep } from './otp-replay.ts'
import { verifyAssertion } from './passkeys/assertion.ts'
import { usablePasskeys } from './passkeys/usable.ts'
import { reserveConfirmation, verifyOwnPassword } from './password-confirmation.ts'
import { reserveFailure } from './rate-limits.ts'
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { provesPresentFactor } from './session-proof.ts'

/** What confirms a change of factors, as sent; absent parts are not offered. */
export interface FactorConfirmation {
  readonly password?: string | undefined
  readonly otpCode?: string | undefined
  readonly recoveryCode?: string | undefined
  /** A passkey's answer to `confirmationOptions`. */
  readonly passkey?: unknown
}

/** Seconds after a sign-in to the console's own client in which it needs no further confirmation. */
const recentSeconds = 600

/** What the challenge of a caller is bound to. */
export function callerBinding({ user, session, grantIdentifier }: UserCaller): string {
  return `${user.subject} ${session?.sessionIdentifier ?? grantIdentifier}`
}

/**
 * Confirms that a change of passkeys, recovery codes or second factors comes from the user. Whoever knows only the
 * password of an account with a second factor must not add one: that takes a session that has proven it, or a passkey, a
 * code of the app or a recovery code. A recent sign-in to the console's own client is confirmation enough; another
 * application could have made a passkey by itself.
 * @throws Refusal TOO_MANY_REQUESTS, AUTHENTICATION_FAILED
 */
export async function confirmFactorChange(
  ctx: Context,
  caller: UserCaller,
  sent: FactorConfirmation,
): Promise<void> {
  const { user } = caller
  const hasProven = caller.session !== null && provesPresentFactor(caller.session, user)
  const isProven = hasProven || !(await hasSecondFactor(ctx, user))
  if (sent.passkey === undefined && !sent.otpCode && !sent.recoveryCode && !sent.password) {
    if (isProven && isRecent(ctx, caller)) return
    throw refuse('AUTHENTICATION_FAILED', { description: 'Confirm that it is you.' })
  }
  const reservation = await reserveConfirmation(ctx, user)
  if (sent.password) {
    await verifyOwnPassword(ctx, reservation, user, sent.password)
    if (isProven) return reservation.release()
  }
  if (!(await isConfirmed(ctx, caller, sent))) throw refuse('AUTHENTICATION_FAILED')
  await reservation.release()
}

function isRecent(ctx: Context, { client, session }: UserCaller): boolean {
  if (!session || !isConsoleClient(client)) return false
  return addSeconds(session.authTime, recentSeconds) >= ctx.now && session.authTime <= ctx.now
}

/** True when a sign-in may ask this user for more than a password. */
async function hasSecondFactor(ctx: Context, user: UserRecord): Promise<boolean> {
  if (user.otpEnabled) return true
  if (user.passkeyUserHandle === null) return false
  const passkeys = await ctx.store.passkeys.findOfUser(user.id)
  return user.passkeySecondFactor || usablePasskeys(ctx, passkeys).length > 0
}

async function isConfirmed(
  ctx: Context,
  caller: UserCaller,
  { passkey, otpCode, recoveryCode }: FactorConfirmation,
): Promise<boolean> {
  if (passkey !== undefined) return isOwnPasskey(ctx, caller, passkey)
  if (otpCode) return isCodeOfApp(ctx, caller.user, otpCode)
  return recoveryCode ? isRecoveryCode(ctx, caller.user, recoveryCode) : false
}

async function isOwnPasskey(ctx: Context, caller: UserCaller, sent: unknown): Promise<boolean> {
  const assertion = await verifyAssertion(ctx, sent, {
    use: 'confirmation',
    binding: callerBinding(caller),
    user: caller.user,
  })
  if (assertion.fault !== null) return false
  const { passkey, use, countMustGrow } = assertion
  return ctx.store.passkeys.noteUse(passkey.id, { ...use, lastUsedAt: ctx.now }, countMustGrow)
}

async function isCodeOfApp(ctx: Context, user: UserRecord, typed: string): Promise<boolean> {
  if (!user.otpSecretEncrypted) return false
  const guess = await reserveFailure(ctx, [['otp', String(user.id)]])
  if (guess.refused) {
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: guess.retryAfterSeconds })
  }
  const secret = ctx.cipher.open(user.otpSecretEncrypted, otpSecretPlace(user.id))
  const step = matchStep(secret, codeDigits(typed), ctx.now)
  if (step === null) {
    await auditRefusal(ctx, 'auth_failed_otp', { userId: user.id })
    return false
  }
  try {
    await transaction(ctx, (tx) => spendStep(tx, user.id, step))
  } catch (error) {
    await recordReplay(ctx, user.id, error)
    return false
  }
  await guess.release()
  return true
}

async function isRecoveryCode(ctx: Context, user: UserRecord, typed: string): Promise<boolean> {
  const guess = await reserveFailure(ctx, [['recovery_code', String(user.id)]])
  if (guess.refused) {
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: guess.retryAfterSeconds })
  }
  const codes = await ctx.store.recoveryCodes.findOfUser(user.id)
  const code = await findRecoveryCode(ctx, codes, typed.slice(0, 256))
  const isSpent =
    code !== null && (await transaction(ctx, (tx) => spendRecoveryCode(tx, user, code)))
  if (isSpent) await guess.release()
  else await auditRefusal(ctx, 'auth_failed_recovery_code', { userId: user.id })
  return isSpent
}

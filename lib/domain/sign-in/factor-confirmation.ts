import { refuse } from '#lib/answers/refusal.ts'
import { codeDigits } from '#lib/base/text/typed.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type AdminTx, type Context, transaction } from '#lib/context.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { auditRefusal } from '../audit/audit.ts'
import { verifyAssertion } from '../passkeys/assertion.ts'
import { spendChallenge } from '../passkeys/spent-challenge.ts'
import { noteCopy, noteSynced } from '../passkeys/suspicious-use.ts'
import {
  lockConfirmed,
  reserveConfirmation,
  verifyOwnPassword,
} from '../passwords/password-confirmation.ts'
import { isConsoleClient } from '../permissions/built-in.ts'
import type { UserCaller } from '../permissions/caller.ts'
import { takeFactorCode } from './factor-code.ts'
import { matchStep, otpSecretPlace } from './otp.ts'
import { recordReplay, spendStep } from './otp-replay.ts'
import { owedProof } from './owed-proof.ts'
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'

/** The proof that confirms a change of factors, as sent; absent parts are not offered. */
export interface FactorConfirmation {
  readonly password?: string | null | undefined
  readonly otpCode?: string | null | undefined
  readonly recoveryCode?: string | null | undefined
  /** A mailed code, beside the password. */
  readonly emailCode?: string | null | undefined
  /** A passkey's answer to the options of a confirmation. */
  readonly passkey?: Readonly<Record<string, unknown>> | null | undefined
}

/** Seconds after a sign-in in which its user needs no further confirmation. */
const recentSeconds = 600

/**
 * The binding of a caller's challenge. A challenge from before a change of password or second factor confirms nothing
 * after it.
 */
export function callerBinding({ user, session, grantIdentifier }: UserCaller): string {
  const generations = `${user.authStateGeneration}.${user.otpConfigGeneration}`
  return `${user.subject} ${session?.sessionIdentifier ?? grantIdentifier} ${generations}`
}

/**
 * Confirms that a change of passkeys, recovery codes or second factors comes from the user. A user who owes a proof
 * beside the password (`owedProof`) gives a passkey, a code of the app, a recovery code, or the password with a mailed
 * code (`mayMailFactorCode`). A recent sign-in to the console's own client is enough; another application could have
 * made a passkey by itself. Failures count against the confirmations of this API alone: an application must not use up
 * what a sign-in has for its second factor.
 * @throws Refusal TOO_MANY_REQUESTS, AUTHENTICATION_FAILED
 */
export async function confirmFactorChange(
  ctx: Context,
  caller: UserCaller,
  sent: FactorConfirmation,
): Promise<void> {
  const isProven = (await owedProof(ctx, caller)) === 'nothing'
  if (!(sent.passkey || sent.otpCode || sent.recoveryCode || sent.password)) {
    if (isProven && isRecentSignIn(ctx, caller)) return
    throw unconfirmed()
  }
  const reservation = await reserveConfirmation(ctx, caller.user)
  if (sent.password) {
    await verifyOwnPassword(ctx, reservation, caller.user, sent.password)
    if (isProven) return reservation.release()
  }
  if (!(await isConfirmed(ctx, caller, sent))) throw refuse('AUTHENTICATION_FAILED')
  await reservation.release()
}

/**
 * Confirms a change of password, address or app without a typed password: by a passkey, or by the password with the
 * other proof that is owed. A recent sign-in is not enough.
 * @throws Refusal TOO_MANY_REQUESTS, AUTHENTICATION_FAILED
 */
export async function confirmInPlaceOfPassword(
  ctx: Context,
  caller: UserCaller,
  sent: FactorConfirmation,
): Promise<void> {
  if (!(sent.passkey || sent.password)) throw unconfirmed()
  await confirmFactorChange(ctx, caller, sent)
}

function unconfirmed() {
  return refuse('AUTHENTICATION_FAILED', { description: 'Confirm that it is you.' })
}

/**
 * Locks the user for the change that was confirmed. The confirmation is void when password or second factor changed in
 * between.
 * @param user as read when it was confirmed
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED
 */
export async function lockConfirmedOwner(tx: AdminTx, user: UserRecord): Promise<UserRecord> {
  const now = await lockConfirmed(tx, user)
  if (now.otpConfigGeneration !== user.otpConfigGeneration) throw refuse('AUTHENTICATION_FAILED')
  return now
}

/** True when the caller has just signed in to the console's own client. */
export function isRecentSignIn(ctx: Context, { client, session }: UserCaller): boolean {
  return session !== null && isConsoleClient(client) && isJustProven(ctx, session)
}

/** True for a session whose user has just entered a credential. */
export function isJustProven(
  { now }: Pick<Context, 'now'>,
  { authTime }: Pick<SessionRecord, 'authTime'>,
): boolean {
  return addSeconds(authTime, recentSeconds) >= now && authTime <= now
}

async function isConfirmed(
  ctx: Context,
  caller: UserCaller,
  { password, passkey, otpCode, recoveryCode, emailCode }: FactorConfirmation,
): Promise<boolean> {
  if (passkey) return isOwnPasskey(ctx, caller, passkey)
  if (otpCode) return isCodeOfApp(ctx, caller.user, otpCode)
  if (recoveryCode) return isRecoveryCode(ctx, caller, recoveryCode)
  // The password was right; otherwise this proof would not be read.
  return password && emailCode ? takeFactorCode(ctx, caller, emailCode) : false
}

async function isOwnPasskey(ctx: Context, caller: UserCaller, sent: unknown): Promise<boolean> {
  const assertion = await verifyAssertion(ctx, sent, {
    use: 'confirmation',
    binding: callerBinding(caller),
    user: caller.user,
  })
  const { user, session: place } = caller
  if (assertion.fault !== null) {
    const { fault, passkey } = assertion
    if (fault === 'counter_regressed' && passkey) await noteCopy(ctx, user, passkey.id, place)
    return false
  }
  if (!(await spendChallenge(ctx, sent))) return false
  const { passkey, use, countMustGrow } = assertion
  return transaction(ctx, async (tx) => {
    const used = { ...use, lastUsedAt: tx.now }
    if (!(await tx.store.passkeys.noteUse(passkey.id, used, countMustGrow))) return false
    noteSynced(tx, assertion, place)
    return true
  })
}

async function isCodeOfApp(ctx: Context, user: UserRecord, typed: string): Promise<boolean> {
  if (!user.otpSecretEncrypted) return false
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
  return true
}

async function isRecoveryCode(
  ctx: Context,
  { user, session }: UserCaller,
  typed: string,
): Promise<boolean> {
  const codes = await ctx.store.recoveryCodes.findOfUser(user.id)
  const code = await findRecoveryCode(ctx, codes, typed.slice(0, 256))
  const isSpent =
    code !== null && (await transaction(ctx, (tx) => spendRecoveryCode(tx, user, code, session)))
  if (!isSpent) await auditRefusal(ctx, 'auth_failed_recovery_code', { userId: user.id })
  return isSpent
}

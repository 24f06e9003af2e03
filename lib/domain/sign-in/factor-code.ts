import { refuse } from '#lib/answers/refusal.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { verificationCode } from '#lib/base/crypto/random.ts'
import { mailedCode } from '#lib/base/text/typed.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type Context, transaction } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { checkReserved } from '../limits/rate-limits.ts'
import { reserveMessage } from '../mail/message-budget.ts'
import { recipientOf, sendMessage } from '../mail/messages.ts'
import { confirmPassword } from '../passwords/password-confirmation.ts'
import type { UserCaller } from '../permissions/caller.ts'
import { fullName } from '../users/full-name.ts'
import { owedProof } from './owed-proof.ts'

/** Validity of a code, in seconds. */
const codeSeconds = 10 * 60

/**
 * True when a mailed code, with the password, may replace a lost passkey. Never for a passkey that sign-ins demand: a
 * mailbox must not become the second factor.
 */
export async function mayMailFactorCode(ctx: Context, caller: UserCaller): Promise<boolean> {
  const { passkeySecondFactor, emailVerified } = caller.user
  if (passkeySecondFactor || !emailVerified || !ctx.settings.smtpEnabled) return false
  return (await owedProof(ctx, caller)) === 'factor'
}

/**
 * Mails a code to the verified address, after the password was checked; a former code is void. The code is void too when
 * password, address or second factor change. Writes `sent_factor_code`.
 * @throws Refusal NOT_FOUND unless `mayMailFactorCode`; TOO_MANY_REQUESTS; AUTHENTICATION_FAILED; INTERNAL_SERVER_ERROR
 *   when the message could not be sent
 */
export async function mailFactorCode(
  ctx: Context,
  caller: UserCaller,
  password: string,
): Promise<void> {
  if (!(await mayMailFactorCode(ctx, caller))) throw refuse('NOT_FOUND')
  const { user } = caller
  await confirmPassword(ctx, user, password)
  const reservation = await reserveMessage(ctx, user)
  const code = verificationCode()
  const sealed = ctx.cipher.seal(`${generationsOf(user)} ${code}`, placeOfCode(user.id))
  await checkReserved(reservation, () =>
    transaction(ctx, async (tx) => {
      await tx.store.users.keepFactorCode(user.id, sealed, tx.now)
      audit(tx, 'sent_factor_code', { userId: user.id })
    }),
  )
  const link = `${ctx.config.adminConsoleUrl}/account/passkeys`
  const values = { name: fullName(user), code, link }
  if (!(await sendMessage(ctx, 'factor-code', recipientOf(user), values))) return
  await ctx.store.users.takeFactorCode(user.id, sealed)
  throw refuse('INTERNAL_SERVER_ERROR', { description: 'The message could not be sent.' })
}

/**
 * Accepts the mailed code, once.
 * @param typed in any case and script of digits; surrounding characters are ignored
 * @returns false for a wrong, former, expired or used code
 */
export async function takeFactorCode(
  ctx: Context,
  caller: UserCaller,
  typed: string,
): Promise<boolean> {
  const { user } = caller
  const { factorCodeEncrypted: sealed, factorCodeIssuedAt: issuedAt } = user
  if (!sealed || !issuedAt || !(await mayMailFactorCode(ctx, caller))) return false
  if (ctx.now >= addSeconds(issuedAt, codeSeconds)) return false
  const stored = ctx.cipher.open(sealed, placeOfCode(user.id))
  if (!equalInConstantTime(stored, `${generationsOf(user)} ${mailedCode(typed)}`)) return false
  return ctx.store.users.takeFactorCode(user.id, sealed)
}

function generationsOf({ authStateGeneration, otpConfigGeneration }: UserRecord): string {
  return `${authStateGeneration}.${otpConfigGeneration}`
}

function placeOfCode(userId: number) {
  return `users.factor_code_encrypted/${userId}` as const
}

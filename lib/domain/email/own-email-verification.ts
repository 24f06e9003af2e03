import { refuse } from '#lib/answers/refusal.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { verificationCode } from '#lib/base/crypto/random.ts'
import { mailedCode } from '#lib/base/text/typed.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit, auditRefusal } from '../audit/audit.ts'
import { checkReserved, reserveFailure } from '../limits/rate-limits.ts'
import { recipientOf, sendMessage } from '../mail/messages.ts'
import { fullName } from '../users/full-name.ts'
import { changeUser, findUser } from '../users/users.ts'
import { verificationCodePlace, verificationCodeSeconds } from './email-verification.ts'

/** Minimum time between two codes, in seconds. */
const cooldownSeconds = 60

/** The result of requesting a code. */
export type VerificationState =
  | { readonly kind: 'verified' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'sent'; readonly email: string }

/** A code, encrypted and in plain text. */
interface StoredCode {
  readonly code: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/**
 * Mails a code that proves the user's address and waits until the mail server accepts it. The limits are one message a
 * minute and five an hour; a request that sends nothing does not count. Writes `sent_email_verification_message`.
 * @throws Refusal TOO_MANY_REQUESTS; NOT_FOUND; CONCURRENT_UPDATE when the address changed meanwhile;
 *   INTERNAL_SERVER_ERROR when the message could not be sent, and the code is withdrawn
 */
export async function sendVerificationCode(
  ctx: Context,
  user: UserRecord,
): Promise<VerificationState> {
  const known = stateOf(ctx, user)
  if (known) return known
  const reservation = await reserveFailure(ctx, [['email_verification_send', user.subject]])
  if (reservation.refused) {
    // The second of two simultaneous requests finds the budget spent, and answers with the result of the first.
    const state = stateOf(ctx, await findUser(ctx, user.id))
    if (state) return state
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: reservation.retryAfterSeconds })
  }
  const stored = await checkReserved(reservation, () => storeCode(ctx, user))
  if (!('sealed' in stored)) {
    await reservation.release()
    return stored
  }
  await deliver(ctx, user, stored)
  const { id: userId, email: emailDestination, subject: loggedInUser } = user
  const details = { userId, emailDestination, loggedInUser }
  await adminTransaction(ctx, async (tx) => audit(tx, 'sent_email_verification_message', details))
  return { kind: 'sent', email: user.email }
}

/**
 * Accepts the code that proves the user's address, once. Failures have a budget that is always on. Writes
 * `verified_email`, or `failed_email_verification_code`.
 * @param typed in any case and script of digits; surrounding characters are ignored
 * @throws Refusal TOO_MANY_REQUESTS; NOT_FOUND; INVALID_OR_EXPIRED_VERIFICATION_CODE
 */
export async function takeVerificationCode(
  ctx: Context,
  user: UserRecord,
  typed: string,
): Promise<UserRecord> {
  const { id: userId, subject: loggedInUser, email } = user
  const reservation = await reserveFailure(ctx, [['email_verification', loggedInUser]])
  if (reservation.refused) {
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: reservation.retryAfterSeconds })
  }
  const sealed = user.emailVerificationCodeEncrypted
  const isRight = await checkReserved(reservation, () => isRightCode(ctx, user, typed))
  if (!sealed || !isRight) {
    await auditRefusal(ctx, 'failed_email_verification_code', { userId, loggedInUser })
    throw refuse('INVALID_OR_EXPIRED_VERIFICATION_CODE')
  }
  await reservation.release()
  const entry = { event: 'verified_email', loggedInUser } as const
  const change = {
    emailVerified: true,
    emailVerificationCodeEncrypted: null,
    emailVerificationCodeIssuedAt: null,
  }
  return adminTransaction(ctx, async (tx) => {
    const now = await tx.store.users.lock(userId)
    const stored = now?.emailVerificationCodeEncrypted
    if (now?.email === email && stored && Buffer.from(stored).equals(sealed)) {
      return changeUser(tx, userId, change, entry)
    }
    // The second of two simultaneous requests finds the address verified.
    const current = await findUser(tx, userId)
    if (current.emailVerified && current.email === email) return current
    throw refuse('INVALID_OR_EXPIRED_VERIFICATION_CODE')
  })
}

/** Reports a verified address or a too recent code; null when a new code may be made. */
function stateOf(ctx: Context, user: UserRecord): VerificationState | null {
  if (user.emailVerified) return { kind: 'verified' }
  if (!user.emailVerificationCodeIssuedAt) return null
  const free = addSeconds(user.emailVerificationCodeIssuedAt, cooldownSeconds)
  const seconds = Math.ceil((free.getTime() - ctx.now.getTime()) / 1000)
  return seconds > 0 ? { kind: 'wait', seconds } : null
}

/** Stores a new code for the address as read. A request that loses a race returns the current state. */
async function storeCode(ctx: Context, user: UserRecord): Promise<StoredCode | VerificationState> {
  const code = verificationCode()
  const sealed = ctx.cipher.seal(code, verificationCodePlace(user.id))
  if (await ctx.store.users.keepVerificationCode(user, sealed, ctx.now)) return { code, sealed }
  const now = await findUser(ctx, user.id)
  const state = now.email === user.email ? stateOf(ctx, now) : null
  if (!state) throw refuse('CONCURRENT_UPDATE')
  return state
}

async function deliver(ctx: Context, user: UserRecord, { code, sealed }: StoredCode) {
  const link = `${ctx.config.adminConsoleUrl}/account/email-verification`
  const values = { name: fullName(user), code, link }
  if (!(await sendMessage(ctx, 'verification-code', recipientOf(user), values))) return
  await ctx.store.users.withdrawVerificationCode(user.id, sealed)
  throw refuse('INTERNAL_SERVER_ERROR', { description: 'The message could not be sent.' })
}

function isRightCode(ctx: Context, user: UserRecord, typed: string): boolean {
  const { emailVerificationCodeEncrypted: sealed, emailVerificationCodeIssuedAt: issuedAt } = user
  if (!sealed || !issuedAt) return false
  const isLive = ctx.now < addSeconds(issuedAt, verificationCodeSeconds)
  const code = ctx.cipher.open(sealed, verificationCodePlace(user.id))
  return equalInConstantTime(code, mailedCode(typed)) && isLive
}

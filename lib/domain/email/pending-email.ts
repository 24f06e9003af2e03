import { refuse } from '#lib/answers/refusal.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { verificationCode } from '#lib/base/crypto/random.ts'
import { mailedCode } from '#lib/base/text/typed.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit, auditRefusal } from '../audit/audit.ts'
import { checkReserved, reserveFailure } from '../limits/rate-limits.ts'
import { reserveMessage } from '../mail/message-budget.ts'
import { sendMessage } from '../mail/messages.ts'
import { noticeAfterAnswer, type Place, sendNotice } from '../mail/notices.ts'
import { type ConfirmedUser, lockOwner } from '../sign-in/change-confirmation.ts'
import { fullName } from '../users/full-name.ts'
import { changeUser, findUser } from '../users/users.ts'
import { requireFreeEmail } from './email-address.ts'
import { withoutPendingCodes } from './email-change.ts'
import { requireAllowedDomain } from './email-domains.ts'

/** Validity of a code for a new address, in seconds: as long as a mailed link. */
const codeSeconds = 30 * 60

/** A code, encrypted and in plain text. */
interface StoredCode {
  readonly code: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** The address that waits for its code; '' without one. A changed password cancels the request. */
export function pendingEmailOf(user: UserRecord): string {
  return user.pendingEmailGeneration === user.authStateGeneration ? user.pendingEmail : ''
}

/**
 * Stores the address that the user asked for, and mails it a code. The present address counts until the code is
 * entered, and gets a notice. An earlier request is replaced. One message a minute and five an hour are sent, together
 * with those of `sendVerificationCode`. Writes `requested_email_change`.
 * @param email normalized, checked
 * @param place where the user did it; null when unknown
 * @throws Refusal TOO_MANY_REQUESTS; INTERNAL_SERVER_ERROR when the message could not be sent (the request stays, and
 * another code can be requested); what `lockOwner` throws
 */
export async function requestEmailChange(
  ctx: Context,
  confirmed: ConfirmedUser,
  email: string,
  place: Place | null,
): Promise<UserRecord> {
  const { id: userId, subject: loggedInUser } = confirmed.user
  const reservation = await reserveMessage(ctx, confirmed.user)
  const stored = newCode(ctx, userId)
  const user = await checkReserved(reservation, () =>
    adminTransaction(ctx, async (tx) => {
      const { authStateGeneration } = await lockOwner(tx, confirmed)
      await tx.store.users.keepPendingEmail(userId, {
        pendingEmail: email,
        pendingEmailCodeEncrypted: stored.sealed,
        pendingEmailCodeIssuedAt: tx.now,
        pendingEmailGeneration: authStateGeneration,
      })
      audit(tx, 'requested_email_change', { userId, loggedInUser })
      return findUser(tx, userId)
    }),
  )
  noticeAfterAnswer(ctx, user, 'address-pending', place)
  await deliver(ctx, user, stored)
  return user
}

/**
 * Mails another code to the pending address; the former code is void. Does nothing without a pending address. Writes
 * `sent_email_verification_message`.
 * @throws Refusal TOO_MANY_REQUESTS; CONCURRENT_UPDATE when the request changed meanwhile; INTERNAL_SERVER_ERROR
 */
export async function resendEmailChangeCode(ctx: Context, user: UserRecord): Promise<void> {
  const emailDestination = pendingEmailOf(user)
  if (emailDestination === '') return
  const { id: userId, subject: loggedInUser } = user
  const reservation = await reserveMessage(ctx, user)
  const stored = newCode(ctx, userId)
  const isKept = await checkReserved(reservation, () =>
    ctx.store.users.keepPendingEmailCode(user, stored.sealed, ctx.now),
  )
  if (!isKept) {
    await reservation.release()
    throw refuse('CONCURRENT_UPDATE')
  }
  await deliver(ctx, user, stored)
  const details = { userId, emailDestination, loggedInUser }
  await adminTransaction(ctx, async (tx) => audit(tx, 'sent_email_verification_message', details))
}

/**
 * Makes the pending address the user's own, once, with the code that was sent to it; the address is verified then. The
 * former address gets a notice. Failures share the budget of `takeVerificationCode`. Writes `updated_own_email` and
 * `verified_email`, or `failed_email_verification_code`.
 * @param typed in any case and script of digits; surrounding characters are ignored
 * @param place where the user did it; null when unknown
 * @throws Refusal TOO_MANY_REQUESTS; INVALID_OR_EXPIRED_VERIFICATION_CODE; NOT_FOUND; EMAIL_ALREADY_EXISTS;
 * validator.email.domain_not_allowed
 * @throws an error for `refuseTakenEmail` when another user took the address meanwhile
 */
export async function confirmEmailChange(
  ctx: Context,
  user: UserRecord,
  typed: string,
  place: Place | null,
): Promise<UserRecord> {
  const { id: userId, subject: loggedInUser } = user
  const reservation = await reserveFailure(ctx, [['email_verification', loggedInUser]])
  if (reservation.refused) {
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: reservation.retryAfterSeconds })
  }
  if (!(await checkReserved(reservation, () => isRightCode(ctx, user, typed)))) {
    await auditRefusal(ctx, 'failed_email_verification_code', { userId, loggedInUser })
    throw refuse('INVALID_OR_EXPIRED_VERIFICATION_CODE')
  }
  await reservation.release()
  requireAllowedDomain(ctx, user.pendingEmail)
  await requireFreeEmail(ctx, user.pendingEmail, userId)
  return adminTransaction(ctx, (tx) => takePendingEmail(tx, user, place))
}

/** Cancels the request for another address. Succeeds without one. Writes `canceled_email_change`. */
export async function cancelEmailChange(ctx: Context, user: UserRecord): Promise<void> {
  const { id: userId, subject: loggedInUser } = user
  await adminTransaction(ctx, async (tx) => {
    const cleared = await tx.store.users.clearPendingEmail(userId)
    if (cleared === 1) audit(tx, 'canceled_email_change', { userId, loggedInUser })
  })
}

/** @param known as read when the code was checked */
async function takePendingEmail(
  tx: AdminTx,
  known: UserRecord,
  place: Place | null,
): Promise<UserRecord> {
  const former = await tx.store.users.lock(known.id)
  if (!former) throw refuse('NOT_FOUND')
  const email = known.pendingEmail
  // The second of two simultaneous requests finds the address in place.
  if (former.email === email && former.emailVerified) return former
  if (!isSameCode(former, known) || pendingEmailOf(former) !== email) {
    throw refuse('INVALID_OR_EXPIRED_VERIFICATION_CODE')
  }
  const change = { ...withoutPendingCodes, email, emailVerified: true }
  const { subject: loggedInUser } = known
  const entry = { event: 'updated_own_email', loggedInUser } as const
  const changed = await changeUser(tx, known.id, change, entry)
  audit(tx, 'verified_email', { userId: known.id, loggedInUser })
  sendNotice(tx, former, 'address-changed', place)
  return changed
}

function placeOfCode(userId: number) {
  return `users.pending_email_code_encrypted/${userId}` as const
}

function newCode(ctx: Context, userId: number): StoredCode {
  const code = verificationCode()
  return { code, sealed: ctx.cipher.seal(code, placeOfCode(userId)) }
}

/** The link works in every browser: its reader signs in with the present address first. */
async function deliver(ctx: Context, user: UserRecord, { code, sealed }: StoredCode) {
  const link = `${ctx.config.adminConsoleUrl}/account/email?code=${code}`
  const recipient = { address: user.pendingEmail, language: user.locale }
  const values = { name: fullName(user), code, link }
  if (!(await sendMessage(ctx, 'address-confirmation', recipient, values))) return
  await ctx.store.users.withdrawPendingEmailCode(user.id, sealed)
  throw refuse('INTERNAL_SERVER_ERROR', { description: 'The message could not be sent.' })
}

function isRightCode(ctx: Context, user: UserRecord, typed: string): boolean {
  const { pendingEmailCodeEncrypted: sealed, pendingEmailCodeIssuedAt: issuedAt } = user
  if (pendingEmailOf(user) === '' || !sealed || !issuedAt) return false
  const code = ctx.cipher.open(sealed, placeOfCode(user.id))
  return equalInConstantTime(code, mailedCode(typed)) && ctx.now < addSeconds(issuedAt, codeSeconds)
}

function isSameCode(one: UserRecord, other: UserRecord): boolean {
  const [a, b] = [one.pendingEmailCodeEncrypted, other.pendingEmailCodeEncrypted]
  return a !== null && b !== null && Buffer.from(a).equals(b)
}

import { Refusal } from '#lib/answers/refusal.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { equalInConstantTime, sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { daySeconds } from '#lib/base/time/clock.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { LinkMarkerRecord, UserRecord } from '#lib/persistence/store.ts'
import { type AuditDetails, audit, auditRefusal } from '../audit/audit.ts'
import { requireEmail } from '../email/email-address.ts'
import {
  type LinkEnd,
  type LinkSent,
  linkEnd,
  rememberReplaced,
  rememberUsed,
} from '../mail/former-links.ts'
import { findByLinkCode, linkCodeBytes, linkQuery } from '../mail/link-codes.ts'
import { isLinkLive, linkSeconds, mayRenewLink } from '../mail/link-markers.ts'
import { type Recipient, recipientOf, sendMessage } from '../mail/messages.ts'
import { happeningOf, placeOf } from '../mail/notices.ts'
import { revokeAuthState } from '../retention/revocation.ts'
import type { OtherWayIn } from '../sign-in/other-ways-in.ts'
import { removeUnprovenWays } from '../sign-in/unproven-ways.ts'
import { fullName } from '../users/full-name.ts'
import { passwordChange } from '../users/users.ts'
import { type ChosenPassword, hashChosenPassword } from './chosen-password.ts'

/** The result of a request for a reset link, as in the audit entry. */
type ResetOutcome =
  | 'code_issued'
  | 'unknown_address'
  | 'link_pending'
  | 'account_disabled'
  | 'account_changed'
  | 'invalid_address'
  | 'server_error'

/** The reason for refusing a reset link, as in the audit entry. */
type ResetRefusal =
  | 'unknown_code'
  | 'code_expired'
  | 'account_disabled'
  | 'code_no_longer_outstanding'

/** A valid reset link with its owner and the hash of its code, or the reason for refusing it. */
export type ResetLink =
  | { readonly user: UserRecord; readonly codeHash: string }
  | { readonly refused: ResetRefusal; readonly userId?: number }

/** Validity of the link with which a new user sets the first password, in seconds. */
const firstPasswordSeconds = daySeconds

/**
 * Sends a reset link to the enabled owner of an address. The address may be unverified, because following the link
 * proves it. Nothing is sent to an unknown address, or while the last link is very recent. Runs after the response, so
 * it never throws. Writes `requested_password_reset`.
 * @param recipient the address, normalized, and the language of the page, used when the account has none
 * @param from the sign-in that the visitor came from; the link leads back to it
 */
export async function requestPasswordReset(
  ctx: Context,
  { address: email, language }: Recipient,
  from = '',
): Promise<void> {
  const about = { ip: ctx.ip, emailDigest: sha256Hex(email) }
  try {
    requireEmail(email)
    const user = await ctx.store.users.findByEmail(email)
    if (!user) return await conclude(ctx, about, 'unknown_address')
    const known = { ...about, userId: user.id }
    if (!user.enabled) return await conclude(ctx, known, 'account_disabled')
    if (!mayRenewLink(ctx, user.forgotPasswordCodeIssuedAt)) {
      return await conclude(ctx, known, 'link_pending')
    }
    await issueLink(ctx, user, { language, from }, known)
  } catch (error) {
    if (error instanceof Refusal) return conclude(ctx, about, 'invalid_address')
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to issue a reset link')
    await conclude(ctx, about, 'server_error')
  }
}

/** Replaces the earlier link, unless the account changed since it was read. */
async function issueLink(
  ctx: Context,
  user: UserRecord,
  { language, from }: { readonly language: string; readonly from: string },
  about: AuditDetails,
): Promise<void> {
  const code = randomToken(linkCodeBytes)
  const issued = await adminTransaction(ctx, async (tx) => {
    const changed = await tx.store.users.keepResetCode(user, sha256Hex(code), tx.now)
    const outcome = changed ? 'code_issued' : 'account_changed'
    audit(tx, 'requested_password_reset', { ...about, outcome })
    const former = user.forgotPasswordCodeHash
    if (changed && former) await rememberReplaced(tx, linkOf(user.id, former))
    return changed
  })
  if (!issued) return
  const link = resetLink(ctx, code, from)
  const message = issued.passwordHash === '' ? 'choose-password' : 'forgot-password'
  const recipient = { address: issued.email, language: issued.locale || language }
  await sendMessage(ctx, message, recipient, { name: fullName(issued), link })
}

/**
 * The address of the page on which a user sets a password.
 * @param code base64url, which needs no escaping
 * @param from the sign-in that the visitor came from; '' for none
 */
export function resetLink({ config }: Context, code: string, from = ''): string {
  return `${config.baseUrl}/reset-password?${linkQuery(code, from)}`
}

function conclude(ctx: Context, details: AuditDetails, outcome: ResetOutcome): Promise<void> {
  return auditRefusal(ctx, 'requested_password_reset', { ...details, outcome })
}

/** Writes `failed_reset_password_code`. */
export function auditFailedReset(ctx: Context, reason: string, userId?: number): Promise<void> {
  return auditRefusal(ctx, 'failed_reset_password_code', {
    reason,
    ip: ctx.ip,
    ...(userId === undefined ? {} : { userId }),
  })
}

/**
 * Finds the user of a link. A link works for half an hour; the link for a first password, for 24 hours.
 * @param code as sent
 */
export async function findByResetCode(ctx: Context, code: string): Promise<ResetLink> {
  const known = await findByLinkCode(code, ctx.store.users.findByResetCodeHash)
  if (!known) return { refused: 'unknown_code' }
  const { found: user, codeHash } = known
  if (!user.enabled) return { refused: 'account_disabled', userId: user.id }
  return liveSince(ctx, user) ? { user, codeHash } : { refused: 'code_expired', userId: user.id }
}

export function resetEnd(ctx: Context, sent: LinkSent): Promise<LinkEnd> {
  return linkEnd(ctx, 'reset', sent, async (userId) => {
    const user = await ctx.store.users.findById(userId)
    return user?.enabled ? liveSince(ctx, user) : null
  })
}

/** When the user's currently valid link was sent; null without one. */
function liveSince(
  ctx: Context,
  { passwordHash, forgotPasswordCodeIssuedAt: issuedAt, forgotPasswordCodeHash }: UserRecord,
): Date | null {
  const seconds = passwordHash === '' ? firstPasswordSeconds : linkSeconds
  return forgotPasswordCodeHash && issuedAt && isLinkLive(ctx, issuedAt, seconds) ? issuedAt : null
}

/** A user's link in the form in which it is remembered. */
function linkOf(userId: number, codeHash: string) {
  return { flow: 'reset', targetId: userId, codeHash } as const
}

/** Finds the user whose link was followed, while the link is outstanding. */
export async function findByMarker(
  ctx: Context,
  { targetId: userId, codeHash }: LinkMarkerRecord,
): Promise<ResetLink> {
  const user = await ctx.store.users.findById(userId)
  if (!user) return { refused: 'code_no_longer_outstanding', userId }
  if (!user.enabled) return { refused: 'account_disabled', userId }
  const outstanding = equalInConstantTime(user.forgotPasswordCodeHash ?? '', codeHash)
  return outstanding ? { user, codeHash } : { refused: 'code_no_longer_outstanding', userId }
}

/**
 * Sets the password that the link's owner chose, spends the link and revokes everything obtained before: sessions,
 * codes, refresh tokens, grants. An unverified address becomes verified, because its owner received the link.
 * Passkeys and linked accounts of before are then removed, see `removeUnprovenWays`. Two-factor authentication stays on.
 * Writes `revoked_user_auth_state` and, for a newly verified address,
 * `verified_email`.
 * @returns the user as now stored; null when the link was spent, replaced or voided meanwhile
 * @throws Refusal handler.password.*, validator.password.*
 */
export function resetPassword(
  ctx: Context,
  marker: LinkMarkerRecord,
  chosen: ChosenPassword,
): Promise<UserRecord | null> {
  // Submissions of one link run one at a time, so that no other password is hashed once the link is spent.
  return withKeyedLock(`link ${marker.codeHash}`, async () => {
    const found = await findByMarker(ctx, marker)
    if ('refused' in found) return null
    const { user } = found
    return setNewPassword(ctx, user, marker, await hashChosenPassword(ctx, chosen, user.email))
  })
}

async function setNewPassword(
  ctx: Context,
  user: UserRecord,
  marker: LinkMarkerRecord,
  passwordHash: string,
): Promise<UserRecord | null> {
  return adminTransaction(ctx, async (tx) => {
    const changed = await tx.store.users.change(
      user.id,
      {
        ...passwordChange(tx, passwordHash),
        emailVerified: true,
        forgotPasswordCodeHash: null,
        forgotPasswordCodeIssuedAt: null,
      },
      { forgotPasswordCodeHash: marker.codeHash, enabled: true },
    )
    if (!changed) return null
    await rememberUsed(tx, linkOf(user.id, marker.codeHash))
    await revokeAuthState(tx, changed, { reason: 'password_reset', loggedInUser: '' })
    if (!user.emailVerified) {
      audit(tx, 'verified_email', { userId: user.id, loggedInUser: '' })
      await removeUnprovenWays(tx, changed)
    }
    return tx.store.users.findById(user.id)
  })
}

/** @param others the other ways to sign the user in; the message lists them */
export async function notifyPasswordChange(
  ctx: Context,
  user: UserRecord,
  others: readonly OtherWayIn[],
): Promise<void> {
  await sendMessage(ctx, 'password-changed', recipientOf(user), {
    name: fullName(user),
    link: `${ctx.config.baseUrl}/forgot-password`,
    happened: happeningOf(ctx, user, placeOf(ctx)),
    ways: { listed: others, timeZone: user.zoneInfo },
  })
}

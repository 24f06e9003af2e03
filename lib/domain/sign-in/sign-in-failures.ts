import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import { type AnyContext, adminTransaction, type Context } from '#lib/context.ts'
import type { SignInFailureRecord, UserRecord } from '#lib/persistence/store.ts'
import { type AuditDetails, audit, auditRefusal } from '../audit/audit.ts'
import { normalizeEmail } from '../email/email-form.ts'
import {
  type LinkEnd,
  type LinkSent,
  linkEnd,
  rememberReplaced,
  rememberUsed,
} from '../mail/former-links.ts'
import { type FoundByCode, findByLinkCode, linkCodeBytes, linkQuery } from '../mail/link-codes.ts'
import { isLinkLive, mayRenewLink } from '../mail/link-markers.ts'
import { type Recipient, sendMessage } from '../mail/messages.ts'
import { noticeAfterAnswer, placeOf } from '../mail/notices.ts'
import { fullName } from '../users/full-name.ts'

/** A count expires this long after the last failure, in seconds: for an account, and for an unknown address. */
const keptSeconds = 90 * daySeconds
const keptForNobodySeconds = daySeconds

/**
 * The third wrong code within 15 minutes causes a notice, at most once a day, so that a few typing errors cause none.
 */
const wrongCodes = { name: 'wrong_codes', points: 2, windowSeconds: 900 }
const wrongCodesTold = { name: 'wrong_codes_told', points: 1, windowSeconds: daySeconds }

/** The result of a request for a sign-in link, as in the audit entry. */
type LinkOutcome =
  | 'link_issued'
  | 'link_pending'
  | 'link_not_needed'
  | 'unknown_address'
  | 'account_disabled'
  | 'server_error'

/**
 * True when accounts can come to need a mailed link. While mail is off no user could receive one, so only the rate
 * limits apply.
 */
export function areLinksUsed({ config, settings }: Pick<Context, 'config' | 'settings'>): boolean {
  return config.rateLimiterEnabled && config.failuresBeforeLink > 0 && settings.smtpEnabled
}

/**
 * True after so many consecutive wrong passwords that a browser new to the account can sign in only with a mailed link.
 * New credentials reset the count.
 */
export async function isLinkNeeded(ctx: Context, user: UserRecord): Promise<boolean> {
  if (!areLinksUsed(ctx)) return false
  const found = await ctx.store.signInFailures.find(keyOf(user.email))
  return found !== null && isOverdue(ctx, found, user)
}

function isOverdue(ctx: Context, found: SignInFailureRecord, user: UserRecord): boolean {
  if (found.authStateGeneration !== user.authStateGeneration || found.expiresAt <= ctx.now)
    return false
  return found.failures >= ctx.config.failuresBeforeLink
}

/**
 * Counts a wrong password. An unknown address is counted too, so that both take the same time. The failure that makes a
 * link necessary sends the owner a notice. An unusual total over all accounts warns the operator. Writes
 * `sign_in_link_required`, `unusual_sign_in_failures`.
 * @param email as looked up
 */
export async function noteWrongPassword(
  ctx: Context,
  email: string,
  user: UserRecord | null,
): Promise<void> {
  const { rateLimiterEnabled, failuresBeforeLink } = ctx.config
  if (!rateLimiterEnabled) return
  await noteUnusual(ctx)
  if (failuresBeforeLink === 0) return
  const failures = await ctx.store.signInFailures.add({
    key: keyOf(email),
    authStateGeneration: user?.authStateGeneration ?? 0,
    now: ctx.now,
    expiresAt: addSeconds(ctx.now, user ? keptSeconds : keptForNobodySeconds),
  })
  if (!user?.enabled || failures !== failuresBeforeLink || !areLinksUsed(ctx)) return
  await auditRefusal(ctx, 'sign_in_link_required', { userId: user.id, failures })
  noticeAfterAnswer(ctx, user, 'sign-in-link-needed', placeOf(ctx))
}

/** Notifies the owner of an account, at most once a day, of wrong codes after the right password. */
export async function noteWrongCode(ctx: Context, user: UserRecord): Promise<void> {
  if (!ctx.settings.smtpEnabled) return
  const key = `${user.id}`
  if ((await ctx.limits.spend(wrongCodes, key)) === null) return
  if ((await ctx.limits.spend(wrongCodesTold, key)) === null)
    noticeAfterAnswer(ctx, user, 'wrong-codes', placeOf(ctx))
}

/** Resets the count after a successful sign-in. */
export function clearFailures(ctx: AnyContext, email: string): Promise<number> {
  return ctx.store.signInFailures.clear(keyOf(email))
}

/**
 * Sends a link to the owner of an account that needs one; otherwise sends nothing. Runs after the response, so it never
 * throws. Writes `requested_sign_in_link`.
 * @param recipient the address, normalized, and the language of the page, used when the account has none
 * @param from the sign-in that the visitor came from; the link leads back to it
 */
export async function requestSignInLink(
  ctx: Context,
  { address: email, language }: Recipient,
  from = '',
): Promise<void> {
  const about = { ip: ctx.ip, emailDigest: sha256Hex(email) }
  try {
    const user = await ctx.store.users.findByEmail(email)
    if (!user) return await conclude(ctx, about, 'unknown_address')
    const known = { ...about, userId: user.id }
    if (!user.enabled) return await conclude(ctx, known, 'account_disabled')
    await issueLink(ctx, user, { language, from }, known)
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to issue a sign-in link')
    await conclude(ctx, about, 'server_error')
  }
}

async function issueLink(
  ctx: Context,
  user: UserRecord,
  { language, from }: { readonly language: string; readonly from: string },
  about: AuditDetails,
): Promise<void> {
  const found = await ctx.store.signInFailures.find(keyOf(user.email))
  if (!found || !isOverdue(ctx, found, user)) return conclude(ctx, about, 'link_not_needed')
  const code = randomToken(linkCodeBytes)
  const link = { userId: user.id, linkCodeHash: sha256Hex(code), linkIssuedAt: ctx.now }
  const isIssued = mayRenewLink(ctx, found.linkIssuedAt) && (await replaceLink(ctx, found, link))
  await conclude(ctx, about, isIssued ? 'link_issued' : 'link_pending')
  if (!isIssued) return
  const recipient = { address: user.email, language: user.locale || language }
  await sendMessage(ctx, 'sign-in-link', recipient, {
    name: fullName(user),
    link: `${ctx.config.baseUrl}/sign-in-link?${linkQuery(code, from)}`,
  })
}

/** Replaces the earlier link; false when another link was sent meanwhile. */
function replaceLink(
  ctx: Context,
  found: SignInFailureRecord,
  link: { readonly userId: number; readonly linkCodeHash: string; readonly linkIssuedAt: Date },
): Promise<boolean> {
  return adminTransaction(ctx, async (tx) => {
    if (!(await tx.store.signInFailures.keepLink(found, link))) return false
    const former = found.linkCodeHash
    if (former) await rememberReplaced(tx, linkOf(link.userId, former))
    return true
  })
}

/** A user's link in the form in which it is remembered. */
function linkOf(userId: number, codeHash: string) {
  return { flow: 'sign-in', targetId: userId, codeHash } as const
}

function conclude(ctx: Context, details: AuditDetails, outcome: LinkOutcome): Promise<void> {
  return auditRefusal(ctx, 'requested_sign_in_link', { ...details, outcome })
}

/**
 * Finds the user of a link while it can be used: once, within half an hour.
 * @param code as sent
 */
export async function findBySignInLink(
  ctx: Context,
  code: string,
): Promise<FoundByCode<UserRecord> | null> {
  const known = await findByLinkCode(code, ctx.store.signInFailures.findByCodeHash)
  if (!known?.found.userId || !liveSince(ctx, known.found)) return null
  const user = await ctx.store.users.findById(known.found.userId)
  const isTheirs = user?.enabled && known.found.key === keyOf(user.email)
  return isTheirs ? { found: user, codeHash: known.codeHash } : null
}

export function signInLinkEnd(ctx: Context, sent: LinkSent): Promise<LinkEnd> {
  return linkEnd(ctx, 'sign-in', sent, async (userId) => {
    const user = await ctx.store.users.findById(userId)
    const found = user?.enabled ? await ctx.store.signInFailures.find(keyOf(user.email)) : null
    return found && liveSince(ctx, found)
  })
}

/** When the currently valid link was sent; null without one. */
function liveSince(
  ctx: Context,
  { linkCodeHash, linkIssuedAt: issuedAt }: SignInFailureRecord,
): Date | null {
  return linkCodeHash && issuedAt && isLinkLive(ctx, issuedAt) ? issuedAt : null
}

/**
 * Spends a link, after which passwords are accepted again. Writes `used_sign_in_link`.
 * @returns its user; null when the link cannot be used
 */
export async function takeSignInLink(ctx: Context, code: string): Promise<UserRecord | null> {
  const known = await findBySignInLink(ctx, code)
  if (!known) return null
  const { found: user, codeHash } = known
  return adminTransaction(ctx, async (tx) => {
    if (!(await tx.store.signInFailures.takeLink(codeHash))) return null
    await rememberUsed(tx, linkOf(user.id, codeHash))
    audit(tx, 'used_sign_in_link', { userId: user.id })
    return user
  })
}

/** An error while counting is only logged: it must not refuse the sign-in. */
async function noteUnusual(ctx: Context): Promise<void> {
  const [points, windowSeconds] = ctx.config.signInLimits.alarm
  const budget = { name: 'failed_sign_ins', points, windowSeconds }
  try {
    if ((await ctx.limits.spend(budget, 'all')) === null) return
    const once = { ...budget, name: 'failed_sign_ins_told', points: 1 }
    if ((await ctx.limits.spend(once, 'all')) !== null) return
    ctx.log.warn({ failures: points, windowSeconds }, 'unusually many failed sign-ins')
    await auditRefusal(ctx, 'unusual_sign_in_failures', { failures: points, windowSeconds })
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to count failed sign-ins')
  }
}

/** Hashed, so that the table reveals no email addresses. */
function keyOf(email: string): string {
  return sha256Hex(normalizeEmail(email))
}

import { refuse } from '#lib/answers/refusal.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { acceptedKeys } from '#lib/base/crypto/accepted-keys.ts'
import { equalInConstantTime, sha256Hex } from '#lib/base/crypto/hash.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { PreRegistrationRecord, UserRecord } from '#lib/persistence/store.ts'
import { type AuditDetails, audit, auditRefusal } from '../audit/audit.ts'
import { requireAllowedDomain } from '../email/email-domains.ts'
import {
  type LinkEnd,
  type LinkSent,
  linkEnd,
  rememberReplaced,
  rememberUsed,
} from '../mail/former-links.ts'
import { findByLinkCode, linkCodeBytes, linkQuery } from '../mail/link-codes.ts'
import { isLinkLive, mayRenewLink } from '../mail/link-markers.ts'
import { type Recipient, sendMessage } from '../mail/messages.ts'
import { type ChosenPassword, hashChosenPassword } from '../passwords/chosen-password.ts'
import { createUser } from './users.ts'

/** The result of a registration request, as in the audit entry. */
type RegistrationOutcome =
  | 'link_issued'
  | 'link_pending'
  | 'notice_issued'
  | 'unverified_address'
  | 'account_disabled'
  | 'replacement_lost'
  | 'server_error'

/** True when accounts are created only through a mailed link. */
export function isAddressProvenFirst({ settings }: Pick<Context, 'settings'>): boolean {
  return settings.selfRegistrationRequiresEmailVerification && settings.smtpEnabled
}

/**
 * Creates an account at once, with an unverified address. Writes `created_user`.
 * @param recipient the address (normalized, checked by `requireEmail`) and the language of the page
 * @throws Refusal validator.email.already_registered, handler.password.*, validator.password.*
 */
export function register(
  ctx: Context,
  { address: email, language }: Recipient,
  chosen: ChosenPassword,
): Promise<UserRecord> {
  const taken = 'validator.email.already_registered'
  // Submissions for one address run one at a time, so that no other password is hashed once the account exists.
  return withKeyedLock(`registration ${email}`, async () => {
    if (await ctx.store.users.findByEmail(email)) throw refuse(taken)
    const passwordHash = await hashChosenPassword(ctx, chosen, email)
    const locale = ctx.mail.languageOf(language)
    return insertUser(ctx, async (tx) =>
      createUser(tx, { ...noNames, email, emailVerified: false, passwordHash, locale }, ''),
    )
  }).catch((error: unknown) => {
    if (error instanceof AddressTaken) throw refuse(taken, { cause: error })
    throw error
  })
}

/**
 * Answers a registration request by mail: a link to an unknown address, a notice to the verified address of an enabled
 * account, and otherwise nothing. Runs after the response, so it never throws. Writes `requested_registration`.
 * @param recipient the address (normalized, checked) and the language of the page
 * @param from the sign-in that the visitor came from; the link leads back to it
 */
export async function requestRegistration(
  ctx: Context,
  recipient: Recipient,
  from = '',
): Promise<void> {
  const email = recipient.address
  const about = { ip: ctx.ip, emailDigest: sha256Hex(email) }
  try {
    const user = await ctx.store.users.findByEmail(email)
    if (user) await answerHolder(ctx, recipient, user, about)
    else await offerAccount(ctx, recipient, from, about)
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to process a registration')
    await conclude(ctx, about, 'server_error')
  }
}

async function answerHolder(
  ctx: Context,
  recipient: Recipient,
  user: UserRecord,
  about: AuditDetails,
): Promise<void> {
  const known = { ...about, userId: user.id }
  if (!user.enabled) return conclude(ctx, known, 'account_disabled')
  if (!user.emailVerified) return conclude(ctx, known, 'unverified_address')
  await conclude(ctx, known, 'notice_issued')
  const link = `${ctx.config.baseUrl}/forgot-password`
  await sendMessage(ctx, 'already-registered', recipient, { link })
}

async function offerAccount(
  ctx: Context,
  recipient: Recipient,
  from: string,
  about: AuditDetails,
): Promise<void> {
  const code = randomToken(linkCodeBytes)
  const issued = await issueLink(ctx, recipient, sha256Hex(code))
  const { outcome, preRegistrationId } = issued
  await conclude(ctx, { ...about, ...(preRegistrationId ? { preRegistrationId } : {}) }, outcome)
  if (outcome !== 'link_issued' || !preRegistrationId) return
  const link = `${ctx.config.baseUrl}/account/activate?${linkQuery(code, from)}`
  const values = { link, code: typedCodeOf(ctx.config.encryptionKey, sha256Hex(code)) }
  if (!(await sendMessage(ctx, 'activate', recipient, values))) return
  // An unsent link would only block the address; now the next request can try again.
  await ctx.store.preRegistrations.take(preRegistrationId, sha256Hex(code))
}

/** Stores the hash of a new code and replaces the earlier link, unless that link is very recent. */
async function issueLink(
  ctx: Context,
  { address: email, language }: Recipient,
  verificationCodeHash: string,
): Promise<{ outcome: RegistrationOutcome; preRegistrationId?: number }> {
  const locale = ctx.mail.languageOf(language)
  const code = { verificationCodeHash, verificationCodeIssuedAt: ctx.now, locale }
  const found = await ctx.store.preRegistrations.findByEmail(email)
  if (!found) {
    try {
      const { id } = await ctx.store.preRegistrations.insert(email, code)
      return { outcome: 'link_issued', preRegistrationId: id }
    } catch (error) {
      if (isUniqueViolation(error)) return { outcome: 'replacement_lost' }
      throw error
    }
  }
  const preRegistrationId = found.id
  if (!mayRenewLink(ctx, found.verificationCodeIssuedAt))
    return { outcome: 'link_pending', preRegistrationId }
  const replaced = await adminTransaction(ctx, async (tx) => {
    if (!(await tx.store.preRegistrations.replaceCode(found, code))) return false
    await rememberReplaced(tx, linkOf(found))
    return true
  })
  return { outcome: replaced ? 'link_issued' : 'replacement_lost', preRegistrationId }
}

function conclude(
  ctx: Context,
  details: AuditDetails,
  outcome: RegistrationOutcome,
): Promise<void> {
  return auditRefusal(ctx, 'requested_registration', { ...details, outcome })
}

/** A pre-registration's link in the form in which it is remembered. */
function linkOf({ id, verificationCodeHash }: PreRegistrationRecord) {
  return { flow: 'activate', targetId: id, codeHash: verificationCodeHash } as const
}

/**
 * Finds the pre-registration of a link, even when the link has expired.
 * @param code as sent
 */
export function findByActivationCode(ctx: Context, code: string) {
  return findByLinkCode(code, ctx.store.preRegistrations.findByCodeHash)
}

/**
 * Finds the pre-registration of an address by the code that its mail shows for typing, while the link beside it works.
 * @param typed as `mailedCode` reads it
 * @returns null alike for a wrong code, an expired one, and an address without a registration
 */
export async function findByTypedCode(
  ctx: Context,
  email: string,
  typed: string,
): Promise<PreRegistrationRecord | null> {
  const found = await ctx.store.preRegistrations.findByEmail(email)
  const hash = found?.verificationCodeHash ?? ''
  const isTyped = acceptedKeys(ctx.config)
    .map((key) => equalInConstantTime(typedCodeOf(key, hash), typed))
    .includes(true)
  if (!isTyped || !found) return null
  return isLinkLive(ctx, found.verificationCodeIssuedAt) ? found : null
}

/**
 * The code for typing: three letters and three digits, as in `verificationCode`. It is derived from the link's code
 * under the server's key, so that one row and one use belong to both.
 */
function typedCodeOf(key: Uint8Array, linkCodeHash: string): string {
  const derived = deriveToken(key, 'activation code', [linkCodeHash])
  const bytes = Buffer.from(derived, 'base64url')
  const letters = [0, 1, 2].map((at) => bytes.readUInt32BE(at * 4) % 26)
  const digits = String(bytes.readUInt32BE(12) % 1_000).padStart(3, '0')
  return String.fromCharCode(...letters.map((letter) => 65 + letter)) + digits
}

export function activationEnd(ctx: Context, sent: LinkSent): Promise<LinkEnd> {
  return linkEnd(ctx, 'activate', sent, async (id) => {
    const issuedAt = (await ctx.store.preRegistrations.findById(id))?.verificationCodeIssuedAt
    return issuedAt && isLinkLive(ctx, issuedAt) ? issuedAt : null
  })
}

/** The address got an account after its link was sent. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken'
}

/** The link was spent or replaced while its form was being submitted. */
export class LinkSpent extends Error {
  override readonly name = 'LinkSpent'
}

/**
 * Creates the account of a pre-registration with a verified address, and spends the link. Writes `created_user` and
 * `activated_account`.
 * @throws Refusal handler.password.*, validator.password.*, validator.email.domain_not_allowed; LinkSpent; AddressTaken,
 *   which discards the pre-registration
 */
export function activate(
  ctx: Context,
  found: PreRegistrationRecord,
  chosen: ChosenPassword,
): Promise<UserRecord> {
  const { id, email, verificationCodeHash } = found
  // Submissions of one link run one at a time, so that no other password is hashed once the link is spent.
  return withKeyedLock(`link ${verificationCodeHash}`, async () => {
    const now = await ctx.store.preRegistrations.findById(id)
    if (now?.verificationCodeHash !== verificationCodeHash) throw new LinkSpent()
    requireAllowedDomain(ctx, email)
    return createActivated(ctx, now, await hashChosenPassword(ctx, chosen, email))
  })
}

async function createActivated(
  ctx: Context,
  found: PreRegistrationRecord,
  passwordHash: string,
): Promise<UserRecord> {
  const { id, email, verificationCodeHash } = found
  const locale = found.locale ?? ''
  try {
    return await insertUser(ctx, async (tx) => {
      if (!(await tx.store.preRegistrations.take(id, verificationCodeHash))) throw new LinkSpent()
      if (await tx.store.users.findByEmail(email)) throw new AddressTaken()
      const user = await createUser(
        tx,
        { ...noNames, email, emailVerified: true, passwordHash, locale },
        '',
      )
      await rememberUsed(tx, linkOf(found))
      audit(tx, 'activated_account', { userId: user.id, email })
      return user
    })
  } catch (error) {
    if (error instanceof AddressTaken) {
      await ctx.store.preRegistrations.take(id, verificationCodeHash)
    }
    throw error
  }
}

/** @throws AddressTaken when another request created the account first */
async function insertUser(
  ctx: Context,
  work: (tx: AdminTx) => Promise<UserRecord>,
): Promise<UserRecord> {
  try {
    return await adminTransaction(ctx, work)
  } catch (error) {
    throw isUniqueViolation(error) ? new AddressTaken() : error
  }
}

/** Sends the welcome message; called after the response. */
export async function welcome(ctx: Context, recipient: Recipient): Promise<void> {
  const link = `${ctx.config.adminConsoleUrl}/account/overview`
  await sendMessage(ctx, 'welcome', recipient, { link })
}

const noNames = { givenName: '', middleName: '', familyName: '' }

import { randomBytes } from 'node:crypto'
import { randomFrom } from '#lib/base/crypto/random.ts'
import type { Context, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import type { RecoveryCodeRecord, UserRecord } from '#lib/persistence/store.ts'
import { type Place, sendNotice } from '../mail/notices.ts'
import { saltedHash } from '../passwords/password.ts'
import { forgetOtherBrowsers } from '../sessions/user-devices.ts'
import { signInFeatures } from './sign-in-features.ts'

/** Codes of a set. */
const recoveryCodeCount = 10

/** Crockford's base 32: without I, L, O and U. Sixteen characters have 80 random bits (NIST SP 800-63B-4 section 3.1.2.2). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/** A new set: the codes for the user, and the hashes to store. */
export interface RecoveryCodeSet {
  readonly codes: readonly string[]
  readonly salt: Uint8Array<ArrayBuffer>
  readonly digests: readonly string[]
}

/**
 * Makes a set. All its codes are hashed with one salt, so that a guess costs one hash.
 * @throws Unavailable when the hashes cannot be made while the caller waits
 */
export async function makeRecoveryCodes(ctx: Context): Promise<RecoveryCodeSet> {
  const salt = new Uint8Array(randomBytes(16))
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(randomFrom(alphabet, length))
  const digests: string[] = []
  // One after the other: ten at once would delay sign-ins.
  for (const code of codes) digests.push(await saltedHash(code, salt, ctx))
  return { codes: [...codes].map(inGroups), salt, digests }
}

/**
 * Makes the recovery codes that come with a user's first second factor or first passkey.
 * @returns null while they are off, and for a user who has some
 */
export async function codesWithFactor(
  ctx: Context,
  { id }: UserRecord,
): Promise<RecoveryCodeSet | null> {
  if (!signInFeatures(ctx).recoveryCodes) return null
  const former = await ctx.store.recoveryCodes.findOfUser(id)
  return former.length > 0 ? null : makeRecoveryCodes(ctx)
}

/**
 * Stores the codes that come with a first factor, unless another factor has brought some since they were made.
 * @param user locked
 * @param set of `codesWithFactor`
 * @returns the codes to show; null for none
 */
export async function storeFirstCodes(
  tx: Tx,
  user: UserRecord,
  set: RecoveryCodeSet | null,
  place: Place | null,
): Promise<RecoveryCodeSet | null> {
  if (!set || (await tx.store.recoveryCodes.findOfUser(user.id)).length > 0) return null
  await storeRecoveryCodes(tx, user, set, place)
  return set
}

/** Stores a set in place of the former one. Writes `generated_recovery_codes` and notifies the user by mail. */
export async function storeRecoveryCodes(
  tx: Tx,
  user: UserRecord,
  { salt, digests }: RecoveryCodeSet,
  place: Place | null,
): Promise<void> {
  await tx.store.recoveryCodes.replace(user.id, { createdAt: tx.now, salt, digests })
  audit(tx, 'generated_recovery_codes', { userId: user.id, count: digests.length })
  sendNotice(tx, user, 'recovery-codes-made', place)
}

/**
 * Finds the stored code that a typed one matches, used or not. Costs one hash, whichever code it is.
 * @param codes the user's set
 * @returns null for a wrong code
 */
export async function findRecoveryCode(
  ctx: Context,
  codes: readonly RecoveryCodeRecord[],
  typed: string,
): Promise<RecoveryCodeRecord | null> {
  const salt = codes[0]?.salt ?? new Uint8Array(16)
  const digest = await saltedHash(normalizeRecoveryCode(typed), salt, ctx)
  return codes.find((code) => code.digest === digest) ?? null
}

/**
 * Spends a code, once, and forgets the user's remembered browsers. Writes `used_recovery_code` and notifies the user by
 * mail.
 * @param browser cookie of the browser that spends it, which is not forgotten; null for none
 * @returns false when it was spent before
 */
export async function spendRecoveryCode(
  tx: Tx,
  user: UserRecord,
  { id }: RecoveryCodeRecord,
  place: Place | null,
  browser: string | null = null,
): Promise<boolean> {
  if (!(await tx.store.recoveryCodes.spend(id, tx.now, tx.ip))) return false
  await forgetOtherBrowsers(tx, user.id, browser)
  const left = recoveryCodesLeft(await tx.store.recoveryCodes.findOfUser(user.id))
  audit(tx, 'used_recovery_code', { userId: user.id, left })
  sendNotice(tx, user, 'recovery-code-used', place, { left })
  return true
}

/** Case, spaces and hyphens do not count, nor do letters that look like digits. */
export function normalizeRecoveryCode(typed: string): string {
  const upper = typed.normalize('NFKC').toUpperCase()
  return upper
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')
    .slice(0, 64)
}

/** With this number of codes or fewer, the user should make new ones. */
export const fewRecoveryCodes = 3

/** The number of codes that still work. */
export function recoveryCodesLeft(codes: readonly RecoveryCodeRecord[]): number {
  return codes.filter(({ usedAt }) => usedAt === null).length
}

function inGroups(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

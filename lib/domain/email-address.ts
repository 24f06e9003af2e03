import type { Context } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import { codePoints } from '#lib/kernel/text.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { hasEmailForm } from './email-form.ts'
import { maxEmailLength } from './forms.ts'

/** Longer input is no address: it is not looked up, and shown and recorded no longer than this, in characters. */
export const maxTypedEmailLength = 320

/**
 * Refuses what cannot be an email address.
 * @param email normalized
 * @throws Refusal validator.email.invalid_format
 */
export function requireEmailForm(email: string): void {
  if (!hasEmailForm(email)) throw refuse('validator.email.invalid_format')
}

/**
 * The rule for an address that a user gets.
 * @param email normalized
 * @throws Refusal validator.email.required, .invalid_format, .too_long (in this order)
 */
export function requireEmail(email: string): void {
  if (email === '') throw refuse('validator.email.required')
  requireEmailForm(email)
  if (isEmailTooLong(email)) {
    throw refuse('validator.email.too_long', { parameters: { max: maxEmailLength } })
  }
}

/** An address that only its owner recognises (`a…@example.org`), for pages that somebody else may see. */
export function maskedEmail(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}

/** True when an address has more than 60 characters. */
export function isEmailTooLong(email: string): boolean {
  return codePoints(email) > maxEmailLength
}

/**
 * Refuses an address that another user has.
 * @param exceptId the user who may have it; absent for a new one
 * @throws Refusal EMAIL_ALREADY_EXISTS
 */
export async function requireFreeEmail(
  ctx: Context,
  email: string,
  exceptId?: number,
): Promise<void> {
  const holder = await ctx.store.users.findByEmail(email)
  if (holder && holder.id !== exceptId) throw refuse('EMAIL_ALREADY_EXISTS')
}

/**
 * Names the failure of a write that lost the race for an address; any other failure goes on. Used
 * where nothing else in the transaction can meet a unique constraint.
 * @throws Refusal EMAIL_ALREADY_EXISTS
 */
export function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error)) throw refuse('EMAIL_ALREADY_EXISTS', { cause: error })
  throw error
}

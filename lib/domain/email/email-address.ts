import { refuse } from '#lib/answers/refusal.ts'
import { codePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { maxEmailLength } from '../values/forms.ts'
import { hasEmailForm } from './email-form.ts'

/**
 * In characters. Longer input is never an address: it is not looked up, and is cut to this length for display and in
 * records.
 */
export const maxTypedEmailLength = 320

/**
 * Refuses text that cannot be an email address.
 * @param email normalized
 * @throws Refusal validator.email.invalid_format
 */
export function requireEmailForm(email: string): void {
  if (!hasEmailForm(email)) throw refuse('validator.email.invalid_format')
}

/**
 * Checks a new address of a user.
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

/** Masks an address so that only its owner recognises it (`a…@example.org`), for pages that other people may see. */
export function maskedEmail(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}

export function isEmailTooLong(email: string): boolean {
  return codePoints(email) > maxEmailLength
}

/**
 * Refuses an address that another user has.
 * @param exceptId the user who may have it; absent for a new user
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
 * Turns a unique violation, from a write that lost the race for an address, into a refusal; rethrows any other error.
 * Use it only where nothing else in the transaction can violate a unique constraint.
 * @throws Refusal EMAIL_ALREADY_EXISTS
 */
export function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error)) throw refuse('EMAIL_ALREADY_EXISTS', { cause: error })
  throw error
}

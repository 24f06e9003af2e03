import { refuse } from '#lib/answers/refusal.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'
import { hashPassword } from './password.ts'
import { requireNewPassword } from './password-policy.ts'

/** A new password and its repetition, as typed. */
export interface ChosenPassword {
  readonly password: string
  readonly confirmation: string
}

/**
 * Checks and hashes a password that a user chose. A refused password is never hashed.
 * @param email of the account; the password may not consist of it
 * @throws Refusal handler.password.required, .confirmation_required, .confirmation_mismatch, then validator.password.*
 * @throws Unavailable
 */
export async function hashChosenPassword(
  ctx: Context,
  { password, confirmation }: ChosenPassword,
  email: string,
): Promise<string> {
  if (password === '') throw refuse('handler.password.required')
  if (confirmation === '') throw refuse('handler.password.confirmation_required')
  if (normalizePassword(password) !== normalizePassword(confirmation)) {
    throw refuse('handler.password.confirmation_mismatch')
  }
  await requireNewPassword(ctx, password, email)
  return hashPassword(password, ctx)
}

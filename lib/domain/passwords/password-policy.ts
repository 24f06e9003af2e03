import type { CatalogKey } from '#lib/answers/error-codes.ts'
import { refuse } from '#lib/answers/refusal.ts'
import { codePoints } from '#lib/base/text/text.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'
import { requireUnbreached } from './breached-passwords.ts'
import { isCommonPassword, isMadeOfOwnData, type PasswordOwner } from './common-passwords.ts'
import { type PasswordRule, passwordRule } from './password-rules.ts'

/** Kinds of characters in the order of their checks; a symbol is neither a letter nor a number. */
const kinds: readonly [keyof PasswordRule, RegExp, CatalogKey][] = [
  ['mixed', /\p{Ll}/u, 'validator.password.lowercase_required'],
  ['mixed', /\p{Lu}/u, 'validator.password.uppercase_required'],
  ['mixed', /\p{N}/u, 'validator.password.number_required'],
  ['symbol', /[^\p{L}\p{N}]/u, 'validator.password.special_char_required'],
]

/**
 * Refuses a new password that the settings do not allow for an account. The look-up among breached passwords comes last:
 * it may ask another server. Not for use inside a transaction.
 * @param email of the account; the password may not consist of it
 * @throws Refusal as `requirePassword`, then validator.password.breached
 */
export async function requireNewPassword(
  ctx: Context,
  password: string,
  email: string,
): Promise<void> {
  const { passwordPolicy, appName } = ctx.settings
  requirePassword(passwordPolicy, password, { email, appName })
  await requireUnbreached(ctx, password)
}

/**
 * Refuses a password that a policy does not allow. It checks the normalized password, because that form is hashed;
 * nothing is trimmed.
 * @param policy the setting `passwordPolicy`
 * @throws Refusal validator.password.too_short, .too_long, .lowercase_required, .uppercase_required, .number_required,
 *   .special_char_required, .too_common (in this order)
 */
export function requirePassword(policy: string, typed: string, owner: PasswordOwner): void {
  const password = normalizePassword(typed)
  const rule = passwordRule(policy)
  const length = codePoints(password)
  if (length < rule.minLength) {
    throw refuse('validator.password.too_short', { parameters: { min: rule.minLength } })
  }
  if (length > rule.maxLength) {
    throw refuse('validator.password.too_long', { parameters: { max: rule.maxLength } })
  }
  for (const [demand, pattern, key] of kinds) {
    if (rule[demand] && !pattern.test(password)) throw refuse(key)
  }
  if (!rule.uncommon) return
  if (isCommonPassword(password) || isMadeOfOwnData(password, owner)) {
    throw refuse('validator.password.too_common')
  }
}

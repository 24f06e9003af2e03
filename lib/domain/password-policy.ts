import type { CatalogKey } from '#lib/kernel/error-codes.ts'
import { refuse } from '#lib/kernel/errors.ts'
import { codePoints } from '#lib/kernel/text.ts'
import { isCommonPassword, isMadeOfOwnData, type PasswordOwner } from './common-passwords.ts'

/** The names of the policies, the weakest first. */
export const passwordPolicies = ['none', 'low', 'medium', 'high'] as const

export type PasswordPolicy = (typeof passwordPolicies)[number]

/** What a policy demands: pages show it before anybody types. */
export interface PasswordRule {
  /** In code points. */
  readonly minLength: number
  readonly maxLength: number
  /** Upper and lower case letter and digit. */
  readonly mixed: boolean
  readonly symbol: boolean
  /** Very common passwords and ones made of the owner's data are refused. */
  readonly uncommon: boolean
}

/** The most code points a password may have, in every policy. */
const maxLength = 128

const rules: Readonly<Record<PasswordPolicy, PasswordRule>> = {
  none: { minLength: 1, maxLength, mixed: false, symbol: false, uncommon: false },
  low: { minLength: 8, maxLength, mixed: false, symbol: false, uncommon: true },
  medium: { minLength: 10, maxLength, mixed: true, symbol: false, uncommon: true },
  high: { minLength: 12, maxLength, mixed: true, symbol: true, uncommon: true },
}

/** Kinds of characters in the order of their checks; a symbol is neither letter nor number. */
const kinds: readonly [keyof PasswordRule, RegExp, CatalogKey][] = [
  ['mixed', /\p{Ll}/u, 'validator.password.lowercase_required'],
  ['mixed', /\p{Lu}/u, 'validator.password.uppercase_required'],
  ['mixed', /\p{N}/u, 'validator.password.number_required'],
  ['symbol', /[^\p{L}\p{N}]/u, 'validator.password.special_char_required'],
]

/** True for the name of a policy. */
export function isPasswordPolicy(name: string): name is PasswordPolicy {
  return passwordPolicies.some((policy) => policy === name)
}

/** What a policy demands; a stored name that is none counts as `low`. */
export function passwordRule(policy: string): PasswordRule {
  return rules[isPasswordPolicy(policy) ? policy : 'low']
}

/**
 * Refuses a new password that the policy does not allow. The password is taken as typed: neither
 * trimmed nor normalised.
 * @param policy the setting `passwordPolicy`
 * @throws Refusal validator.password.too_short, .too_long, .lowercase_required, .uppercase_required,
 *   .number_required, .special_char_required, .too_common (in this order)
 */
export function requirePassword(policy: string, password: string, owner: PasswordOwner): void {
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

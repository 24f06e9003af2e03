/** Weakest first. */
export const passwordPolicies = ['none', 'low', 'medium', 'high'] as const

export type PasswordPolicy = (typeof passwordPolicies)[number]

export const firstPolicy: PasswordPolicy = 'low'

/** The requirements of a policy, which pages show before the user types. */
export interface PasswordRule {
  /** In code points. */
  readonly minLength: number
  readonly maxLength: number
  /** Requires an upper case letter, a lower case letter and a digit. */
  readonly mixed: boolean
  readonly symbol: boolean
  /** Refuses very common passwords and passwords made of the owner's data. */
  readonly uncommon: boolean
}

/** In code points, for every policy. */
export const maxPasswordLength = 128

const rules: Readonly<Record<PasswordPolicy, PasswordRule>> = {
  none: {
    minLength: 1,
    maxLength: maxPasswordLength,
    mixed: false,
    symbol: false,
    uncommon: false,
  },
  low: { minLength: 8, maxLength: maxPasswordLength, mixed: false, symbol: false, uncommon: true },
  medium: {
    minLength: 10,
    maxLength: maxPasswordLength,
    mixed: true,
    symbol: false,
    uncommon: true,
  },
  high: { minLength: 12, maxLength: maxPasswordLength, mixed: true, symbol: true, uncommon: true },
}

export function isPasswordPolicy(name: string): name is PasswordPolicy {
  return passwordPolicies.some((policy) => policy === name)
}

/** The rule of a policy; an unknown stored name counts as `low`. */
export function passwordRule(policy: string): PasswordRule {
  return rules[isPasswordPolicy(policy) ? policy : 'low']
}

/** The names of the policies, the weakest first. */
export const passwordPolicies = ['none', 'low', 'medium', 'high'] as const

export type PasswordPolicy = (typeof passwordPolicies)[number]

/** The policy of a new installation. */
export const firstPolicy: PasswordPolicy = 'low'

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

/** True for the name of a policy. */
export function isPasswordPolicy(name: string): name is PasswordPolicy {
  return passwordPolicies.some((policy) => policy === name)
}

/** What a policy demands; a stored name that is none counts as `low`. */
export function passwordRule(policy: string): PasswordRule {
  return rules[isPasswordPolicy(policy) ? policy : 'low']
}

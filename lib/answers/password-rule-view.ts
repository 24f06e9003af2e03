/** Requirements of a new password, shown before typing. */
export interface PasswordRuleView {
  readonly minLength: number
  readonly maxLength: number
  readonly mixed: boolean
  readonly symbol: boolean
  readonly uncommon: boolean
}

import { pageTexts } from '#app/_ui/text/texts.ts'
import { passwordPolicies, passwordRule } from '#lib/domain/passwords/password-rules.ts'
import type { Policy } from './policy-field.tsx'

/** Every password policy with its requirements, in the visitor's language. */
export async function policyLabels(): Promise<readonly Policy[]> {
  const t = await pageTexts()
  return passwordPolicies.map((value) => {
    const { minLength, mixed, symbol, uncommon } = passwordRule(value)
    const demands = [
      minLength > 1 && t('common.password_rule.length', { min: minLength }),
      mixed && t('common.password_rule.mixed'),
      symbol && t('common.password_rule.symbol'),
      uncommon && t('common.password_rule.uncommon'),
    ].filter((demand) => demand !== false)
    const rules = demands.length > 0 ? demands : [t('settings.password_policy.none_rule')]
    return { value, label: t(`settings.password_policy.${value}`), rules }
  })
}

import { pageTexts } from '#app/_ui/text/texts.ts'
import type { PasswordRuleView } from '#lib/answers/view.ts'

/** Id of the rule, for `aria-describedby` of the password field. */
const passwordRuleId = 'password-rule'

/** The requirements for a new password, shown before the visitor types. */
export async function PasswordRule({ rule }: { readonly rule: PasswordRuleView }) {
  const t = await pageTexts()
  const { minLength, mixed, symbol, uncommon } = rule
  if (minLength <= 1 && !mixed && !symbol && !uncommon) return null
  return (
    <div id={passwordRuleId} className="text-muted text-sm">
      <p>{t('common.password_rule.title')}</p>
      <ul className="mt-1 list-disc ps-5">
        <li>{t('common.password_rule.length', { min: minLength })}</li>
        {mixed && <li>{t('common.password_rule.mixed')}</li>}
        {symbol && <li>{t('common.password_rule.symbol')}</li>}
        {uncommon && <li>{t('common.password_rule.uncommon')}</li>}
      </ul>
    </div>
  )
}

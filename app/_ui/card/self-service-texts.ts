import { pageTexts } from '#app/_ui/text/texts.ts'
import type { FormError, PasswordRuleView } from '#lib/answers/view.ts'
import { textOf } from '#lib/i18n/texts.ts'
import type { PasswordFieldTexts } from './password-field.tsx'
import type { PasswordTexts } from './self-service-form.tsx'
import type { FormMessage } from './use-checked-form.ts'

export async function emailTexts() {
  const t = await pageTexts()
  return {
    label: t('pages.sign-in.email'),
    required: t('handler.email.required'),
    invalid: t('validator.email.invalid_format'),
  }
}

export async function passwordFieldTexts(): Promise<PasswordFieldTexts> {
  const t = await pageTexts()
  return {
    show: t('common.show_password'),
    hide: t('common.hide_password'),
    capsLock: t('card.caps_lock'),
  }
}

/** The texts of the field for a new password, and its rule for the check in the browser. */
export async function passwordTexts(label: string, rule: PasswordRuleView): Promise<PasswordTexts> {
  const t = await pageTexts()
  const { minLength, maxLength, mixed, symbol, uncommon } = rule
  return {
    ...(await passwordFieldTexts()),
    label,
    rule,
    required: t('handler.password.required'),
    tooShort: t('validator.password.too_short', { min: minLength }),
    tooLong: t('validator.password.too_long', { max: maxLength }),
    demands: {
      ...(minLength > 1 && { minLength: t('card.rule.length', { min: minLength }) }),
      ...(mixed && { mixed: t('card.rule.mixed') }),
      ...(symbol && { symbol: t('card.rule.symbol') }),
    },
    uncommon: uncommon ? t('card.rule.uncommon') : undefined,
  }
}

/** The message about the last attempt, with the field to correct. */
export async function formMessage(error: FormError | undefined): Promise<FormMessage | undefined> {
  if (!error) return undefined
  const text = textOf(await pageTexts(), error.key, error.parameters)
  return { text, field: fieldOf(error.key) }
}

function fieldOf(key: string): string {
  return key.includes('.email.') ? 'email' : 'password'
}

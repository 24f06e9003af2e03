import type { PasswordTexts } from '#app/_ui/form/self-service-form.tsx'
import type { FormMessage } from '#app/_ui/form/use-checked-form.ts'
import type { FormError, PasswordRuleView } from '#lib/answers/view.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { pageTexts } from './texts.ts'

export async function emailTexts() {
  const t = await pageTexts()
  return {
    label: t('pages.sign-in.email'),
    placeholder: t('pages.sign-in.email_placeholder'),
    required: t('handler.email.required'),
  }
}

/** The texts of the password fields, and the minimum length for the check in the browser. */
export async function passwordTexts(
  label: string,
  { minLength }: PasswordRuleView,
): Promise<PasswordTexts> {
  const t = await pageTexts()
  return {
    label,
    confirmation: t('common.password_confirmation'),
    required: t('handler.password.required'),
    minLength,
    tooShort: t('validator.password.too_short', { min: minLength }),
    confirmationRequired: t('handler.password.confirmation_required'),
    mismatch: t('handler.password.confirmation_mismatch'),
    show: t('common.show_password'),
    hide: t('common.hide_password'),
  }
}

/** The message about the last attempt, with the field to correct. */
export async function formMessage(error: FormError | undefined): Promise<FormMessage | undefined> {
  if (!error) return undefined
  const text = textOf(await pageTexts(), error.key, error.parameters)
  return { text, field: fieldOf(error.key) }
}

function fieldOf(key: string): string {
  if (key.includes('.email.')) return 'email'
  return key.includes('.confirmation_') ? 'passwordConfirmation' : 'password'
}

import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { Refusal } from '#lib/answers/refusal.ts'
import { requirePassword } from '#lib/domain/passwords/password-policy.ts'
import { isPasswordPolicy } from '#lib/domain/passwords/password-rules.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Says whether the selected policy, or else the stored one, takes a password. Nothing is stored. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const { passwordPolicy, appName } = await api.getGeneralSettings()
    const selected = textOfField(form, 'passwordPolicy')
    const policy = isPasswordPolicy(selected) ? selected : passwordPolicy
    const password = textOfField(form, 'password')
    if (password === '') throw new FormRefusal('password', t('handler.password.required'))
    try {
      requirePassword(policy, password, { email: '', appName })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new FormRefusal('password', textOf(t, error.code, error.details.parameters))
    }
    const name = t(`settings.password_policy.${policy}`)
    return { message: t('settings.password_policy.takes', { policy: name }) }
  },
)

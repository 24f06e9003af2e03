import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { emailLike } from '#app/admin/settings/_parts/rules.ts'
import { settingsOf } from '#app/admin/settings/email/_parts/settings-of-form.ts'
import { sendFailureOf } from '#app/admin/settings/email/send-failure.ts'
import { ApiError } from '#lib/api/client.ts'

/** Sends a test message, with the typed settings if the page sent them, or else with the stored ones. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const settings = form.has('smtpHost') ? settingsOf(form) : null
    const to = textOfField(form, 'to')
    try {
      await api.sendTestEmail({ body: { to, settings } })
    } catch (error) {
      if (settings && isAboutSettings(error, settings)) {
        throw new FormRefusal('', t('settings.email.test_incomplete'))
      }
      const failure = sendFailureOf(error)
      throw failure ? new FormRefusal('', t(`settings.email.failed.${failure}`)) : error
    }
    return { message: t('settings.email.test_sent', { to }) }
  },
  (t) => ({
    fields: { 'validator.email': 'to', VALIDATION_ERROR: 'to' },
    texts: {
      VALIDATION_ERROR: t('settings.email.email_invalid'),
      SMTP_NOT_ENABLED: t('settings.email.test_off'),
    },
  }),
)

/**
 * Whether the API refused the settings. The message then concerns the whole form, because the settings' fields belong
 * to another one.
 */
function isAboutSettings(
  error: unknown,
  { smtpFromEmail }: ReturnType<typeof settingsOf>,
): boolean {
  if (!(error instanceof ApiError) || error.status !== 400) return false
  if (error.code === 'VALIDATION_ERROR') return error.message.includes("'smtp")
  if (error.code.startsWith('validator.settings_smtp')) return true
  return error.code.startsWith('validator.email') && !emailLike.test(smtpFromEmail.trim())
}

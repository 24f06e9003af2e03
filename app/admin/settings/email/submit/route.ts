import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { readAgain } from '#app/_ui/form/merge-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { settingsOf } from '#app/admin/settings/email/_parts/settings-of-form.ts'
import { emailValues } from '#app/admin/settings/email/values.ts'

const fields = {
  'validator.settings_smtp_from_name': 'smtpFromName',
  'validator.email': 'smtpFromEmail',
}

/**
 * The fields that decide which server receives a typed password. If a concurrent save changed one of them, the form is
 * refused, so that the password never reaches another server.
 */
const serverFields = ['smtpHost', 'smtpPort', 'smtpUsername', 'smtpEncryption'] as const

/** Saves the mail settings. The stored password stays unless the form replaces or clears it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t, keepChanges }) => {
    const before = await api.getEmailSettings()
    const kept = keepChanges(emailValues(before))
    const moved = serverFields.find((name) => kept.get(name) !== form.get(name))
    if (moved && textOfField(form, 'smtpPassword') !== '') {
      const value = textOfField(kept, moved)
      const read = readAgain(form, { [moved]: value })
      throw new FormRefusal(moved, t('console.changed_meanwhile', { value }), { read })
    }
    const saved = await api.updateEmailSettings({ body: settingsOf(kept) })
    const isForgotten = before.hasSmtpPassword && saved.smtpEnabled && !saved.hasSmtpPassword
    const isCleared = isOn(form, 'clearPassword')
    return { done: isForgotten && !isCleared ? 'smtp_password_forgotten' : 'saved' }
  },
  () => ({ fields }),
)

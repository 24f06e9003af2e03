import { numberOfField, textOfField, textsOfFields } from '#app/_ui/form/form-values.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

/** The mail settings as typed. The stored password stays unless the form replaces or clears it. */
export function settingsOf(form: FormData) {
  const typed = textOfField(form, 'smtpPassword')
  const port = numberOfField(form, 'smtpPort')
  return {
    ...textsOfFields(form, [
      'smtpHost',
      'smtpUsername',
      'smtpEncryption',
      'smtpFromName',
      'smtpFromEmail',
    ]),
    smtpEnabled: isOn(form, 'smtpEnabled'),
    smtpPort: Number.isInteger(port) ? port : 0,
    smtpPassword: isOn(form, 'clearPassword') ? '' : typed || null,
  }
}

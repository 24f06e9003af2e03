'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { keepChanges } from '../../../_console/keep-changes.ts'
import {
  FormRefusal,
  numberOfField,
  submit,
  textOfField,
  textsOfFields,
} from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'
import { sendFailureOf } from './send-failure.ts'
import { emailValues } from './values.ts'

/** Saves the mail settings. The stored password stays unless another one is typed or it is cleared. */
export async function saveEmailSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const fields = {
    'validator.settings_smtp_from_name': 'smtpFromName',
    'validator.email': 'smtpFromEmail',
  }
  return submit(form, { fields, done: t('console.saved') }, async (api) => {
    const kept = await keepChanges(form, emailValues(await api.getEmailSettings()))
    const typed = textOfField(kept, 'smtpPassword')
    const isCleared = isOn(kept, 'clearPassword')
    const port = numberOfField(kept, 'smtpPort')
    await api.updateEmailSettings({
      body: {
        ...textsOfFields(kept, [
          'smtpHost',
          'smtpUsername',
          'smtpEncryption',
          'smtpFromName',
          'smtpFromEmail',
        ]),
        smtpEnabled: isOn(kept, 'smtpEnabled'),
        smtpPort: Number.isInteger(port) ? port : 0,
        smtpPassword: isCleared ? '' : typed || null,
      },
    })
  })
}

/** Sends a test message with the settings as they are stored. */
export async function sendTestMessage(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const options = {
    fields: { 'validator.email': 'to', VALIDATION_ERROR: 'to' },
    words: {
      VALIDATION_ERROR: t('settings.email.email_invalid'),
      SMTP_NOT_ENABLED: t('settings.email.test_off'),
    },
    done: t('settings.email.test_sent'),
  }
  return submit(form, options, async (api) => {
    try {
      await api.sendTestEmail({ body: { to: textOfField(form, 'to') } })
    } catch (error) {
      const failure = sendFailureOf(error)
      throw failure ? new FormRefusal('', t(`settings.email.failed.${failure}`)) : error
    }
  })
}

'use server'

import { ApiError } from '#lib/api/client.ts'
import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import {
  FormRefusal,
  numberOfField,
  textOfField,
  textsOfFields,
} from '../../../_console/form-values.ts'
import { keepChanges } from '../../../_console/keep-changes.ts'
import { readAgain } from '../../../_console/merge-form.ts'
import { submit } from '../../../_console/submit.ts'
import { emailLike } from '../_parts/rules.ts'
import { isOn } from '../_parts/switches.ts'
import { sendFailureOf } from './send-failure.ts'
import { emailValues } from './values.ts'

/**
 * The fields that decide which server receives a typed password. If a concurrent save changed one of them, the form is
 * refused, so that the password never reaches another server.
 */
const serverFields = ['smtpHost', 'smtpPort', 'smtpUsername', 'smtpEncryption'] as const

/** Saves the mail settings. The stored password stays unless the form replaces or clears it. */
export async function saveEmailSettings(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const fields = {
    'validator.settings_smtp_from_name': 'smtpFromName',
    'validator.email': 'smtpFromEmail',
  }
  let isForgotten = false
  const state = await submit(form, { fields, done: t('console.saved') }, async (api) => {
    const before = await api.getEmailSettings()
    const kept = await keepChanges(form, emailValues(before))
    const moved = serverFields.find((name) => kept.get(name) !== form.get(name))
    if (moved && textOfField(form, 'smtpPassword') !== '') {
      const value = textOfField(kept, moved)
      const read = readAgain(form, moved, value)
      throw new FormRefusal(moved, t('console.changed_meanwhile', { value }), read)
    }
    const saved = await api.updateEmailSettings({ body: settingsOf(kept) })
    isForgotten = before.hasSmtpPassword && saved.smtpEnabled && !saved.hasSmtpPassword
    if (isOn(form, 'clearPassword')) isForgotten = false
  })
  if (state.kind !== 'done' || !isForgotten) return state
  return { ...state, message: t('settings.email.password_forgotten') }
}

/** The settings as typed. */
function settingsOf(form: FormData) {
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

/** Sends a test message, with the typed settings if the page sent them, or else with the stored ones. */
export async function sendTestMessage(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const options = {
    fields: { 'validator.email': 'to', VALIDATION_ERROR: 'to' },
    labels: {
      VALIDATION_ERROR: t('settings.email.email_invalid'),
      SMTP_NOT_ENABLED: t('settings.email.test_off'),
    },
    done: t('settings.email.test_sent'),
  }
  return submit(form, options, async (api) => {
    const settings = form.has('smtpHost') ? settingsOf(form) : null
    try {
      await api.sendTestEmail({ body: { to: textOfField(form, 'to'), settings } })
    } catch (error) {
      if (settings && isAboutSettings(error, settings)) {
        throw new FormRefusal('', t('settings.email.test_incomplete'))
      }
      const failure = sendFailureOf(error)
      throw failure ? new FormRefusal('', t(`settings.email.failed.${failure}`)) : error
    }
  })
}

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

import type { Tx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'
import { requireNoAngleBrackets } from './descriptions.ts'
import { requireEmailForm } from './email-address.ts'
import { normalizeEmail } from './email-form.ts'
import { invalidField, requireCharactersAtMost, requireOneLine } from './validation.ts'

/** What is stored in clear. */
type EmailSettings = Pick<
  SettingsRecord,
  | 'smtpEnabled'
  | 'smtpHost'
  | 'smtpPort'
  | 'smtpUsername'
  | 'smtpEncryption'
  | 'smtpFromName'
  | 'smtpFromEmail'
>

/** Mail settings as sent. */
export interface SentEmailSettings extends EmailSettings {
  /** Absent or null keeps the stored one, '' clears it. */
  readonly smtpPassword?: string | null | undefined
}

/** Mail switched off: nothing of the former settings is kept, the password least of all. */
const switchedOff: SentEmailSettings = {
  smtpEnabled: false,
  smtpHost: '',
  smtpPort: 0,
  smtpUsername: '',
  smtpPassword: '',
  smtpEncryption: 'none',
  smtpFromName: '',
  smtpFromEmail: '',
}

const encryptions = ['none', 'ssltls', 'starttls']

/**
 * Checks the mail settings (wire contract §8.2). Nothing is connected to: a server that cannot be
 * reached is told by the test message.
 * @returns the values to store
 * @throws Refusal VALIDATION_ERROR, validator.settings_smtp_from_name.angle_brackets,
 *   validator.email.invalid_format
 */
export function checkEmailSettings(sent: SentEmailSettings): SentEmailSettings {
  if (!sent.smtpEnabled) return switchedOff
  const values = {
    ...sent,
    smtpHost: sent.smtpHost.trim(),
    smtpUsername: sent.smtpUsername.trim(),
    smtpEncryption: sent.smtpEncryption || 'none',
    smtpFromName: sent.smtpFromName.trim(),
    smtpFromEmail: normalizeEmail(sent.smtpFromEmail),
  }
  requirePresent(values)
  requireCharactersAtMost(values.smtpHost, 120, 'smtpHost')
  requireOneLine(values.smtpHost, 'smtpHost')
  if (values.smtpPort < 1 || values.smtpPort > 65_535) {
    throw invalidField('smtpPort', 'must be between 1 and 65535')
  }
  if (!encryptions.includes(values.smtpEncryption)) {
    throw invalidField('smtpEncryption', `must be one of ${encryptions.join(', ')}`)
  }
  requireCharactersAtMost(values.smtpUsername, 60, 'smtpUsername')
  requireOneLine(values.smtpUsername, 'smtpUsername')
  requireCharactersAtMost(values.smtpPassword ?? '', 256, 'smtpPassword')
  requireCharactersAtMost(values.smtpFromName, 60, 'smtpFromName')
  requireOneLine(values.smtpFromName, 'smtpFromName')
  requireNoAngleBrackets(values.smtpFromName, 'validator.settings_smtp_from_name.angle_brackets')
  requireCharactersAtMost(values.smtpFromEmail, 60, 'smtpFromEmail')
  requireEmailForm(values.smtpFromEmail)
  return values
}

/** Saves the mail settings, the password sealed, and writes `updated_smtp_settings`. */
export async function saveEmailSettings(
  tx: Tx,
  { smtpPassword, ...values }: SentEmailSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  audit(tx, 'updated_smtp_settings', { loggedInUser })
  if (typeof smtpPassword !== 'string') return tx.store.settings.update(values)
  const smtpPasswordEncrypted =
    smtpPassword === ''
      ? null
      : tx.cipher.seal(smtpPassword, `settings.smtp_password_encrypted/${tx.settings.id}`)
  return tx.store.settings.update({ ...values, smtpPasswordEncrypted })
}

function requirePresent({ smtpHost, smtpPort, smtpFromEmail }: EmailSettings): void {
  if (smtpHost === '') throw invalidField('smtpHost', 'is required')
  if (smtpPort === 0) throw invalidField('smtpPort', 'is required')
  if (smtpFromEmail === '') throw invalidField('smtpFromEmail', 'is required')
}

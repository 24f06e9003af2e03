import type { AdminTx, Context } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { requireEmailForm } from '../email/email-address.ts'
import { normalizeEmail } from '../email/email-form.ts'
import { requireNoAngleBrackets } from '../values/descriptions.ts'
import { invalidField, requireCharactersAtMost, requireOneLine } from '../values/validation.ts'

/** The settings that are stored unencrypted. */
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

export interface SentEmailSettings extends EmailSettings {
  /** Absent or null keeps the stored password if it still goes to the same server (`isForSameServer`); '' clears it. */
  readonly smtpPassword?: string | null | undefined
}

/** Limit for user name and password, in characters (RFC 4616, section 2, requires servers to accept 255 octets). */
const maxCredentialLength = 255

/** Switching mail off clears all former settings, the password included. */
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
 * Checks the mail settings (docs/specification.md "Global settings bodies"). No connection is made: the test message
 * shows whether the server can be reached.
 * @returns the values to store
 * @throws Refusal VALIDATION_ERROR, validator.settings_smtp_from_name.angle_brackets, validator.email.invalid_format
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
  requireCharactersAtMost(values.smtpUsername, maxCredentialLength, 'smtpUsername')
  requireOneLine(values.smtpUsername, 'smtpUsername')
  requireCharactersAtMost(values.smtpPassword ?? '', maxCredentialLength, 'smtpPassword')
  requireCharactersAtMost(values.smtpFromName, 60, 'smtpFromName')
  requireOneLine(values.smtpFromName, 'smtpFromName')
  requireNoAngleBrackets(values.smtpFromName, 'validator.settings_smtp_from_name.angle_brackets')
  requireCharactersAtMost(values.smtpFromEmail, 60, 'smtpFromEmail')
  requireEmailForm(values.smtpFromEmail)
  return values
}

/**
 * Saves the mail settings with an encrypted password, and writes `updated_smtp_settings`. If the password was not sent
 * and would go to another server, the stored one is deleted.
 */
export async function saveEmailSettings(
  tx: AdminTx,
  sent: SentEmailSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const stored = await tx.store.settings.lock()
  audit(tx, 'updated_smtp_settings', { loggedInUser })
  return tx.store.settings.update(columnsOf(tx, stored, sent))
}

/**
 * Returns a context that sends mail with these settings instead of the stored ones, so that they can be tested before
 * they are saved.
 * @param sent as `checkEmailSettings` returned them
 */
export function tryingEmailSettings(ctx: Context, sent: SentEmailSettings): Context {
  return { ...ctx, settings: { ...ctx.settings, ...columnsOf(ctx, ctx.settings, sent) } }
}

function columnsOf(
  ctx: Pick<Context, 'cipher'>,
  stored: SettingsRecord,
  { smtpPassword, ...values }: SentEmailSettings,
): EmailSettings & Partial<Pick<SettingsRecord, 'smtpPasswordEncrypted'>> {
  const password = smtpPassword ?? (isForSameServer(stored, values) ? null : '')
  if (password === null) return values
  const place = `settings.smtp_password_encrypted/${stored.id}` as const
  const smtpPasswordEncrypted = password === '' ? null : ctx.cipher.seal(password, place)
  return { ...values, smtpPasswordEncrypted }
}

/**
 * True when the stored password goes to the server and account it was entered for, with no weaker encryption. The
 * password is never shown, so a caller that may change the server must not be able to receive it.
 */
function isForSameServer(stored: EmailSettings, wanted: EmailSettings): boolean {
  const isEncrypted = ({ smtpEncryption }: EmailSettings) => smtpEncryption !== 'none'
  return (
    stored.smtpHost.toLowerCase() === wanted.smtpHost.toLowerCase() &&
    stored.smtpPort === wanted.smtpPort &&
    stored.smtpUsername === wanted.smtpUsername &&
    (isEncrypted(wanted) || !isEncrypted(stored))
  )
}

function requirePresent({ smtpHost, smtpPort, smtpFromEmail }: EmailSettings): void {
  if (smtpHost === '') throw invalidField('smtpHost', 'is required')
  if (smtpPort === 0) throw invalidField('smtpPort', 'is required')
  if (smtpFromEmail === '') throw invalidField('smtpFromEmail', 'is required')
}

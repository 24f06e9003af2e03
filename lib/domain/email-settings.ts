import type { Context, Tx } from '#lib/context.ts'
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
  /** Absent or null keeps the stored one where it goes on to the same server (`isForSameServer`), '' clears it. */
  readonly smtpPassword?: string | null | undefined
}

/** The most characters of a user name or password (RFC 4616, section 2, has servers take 255 octets). */
const maxCredentialLength = 255

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
 * Checks the mail settings (docs/specification.md "Global settings bodies"). Nothing is connected to: a server that
 * cannot be reached is told by the test message.
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
 * Saves the mail settings, the password sealed, and writes `updated_smtp_settings`. A stored password that nobody sent
 * again is forgotten where it would go to another server.
 */
export async function saveEmailSettings(
  tx: Tx,
  sent: SentEmailSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const stored = await tx.store.settings.lock()
  audit(tx, 'updated_smtp_settings', { loggedInUser })
  return tx.store.settings.update(columnsOf(tx, stored, sent))
}

/**
 * The context in which mail goes by other settings than the stored ones, so that they can be tried before they are saved.
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
 * Whether the stored password goes on to the server and the account that it was typed for, and no less encrypted. What
 * may be saved with `authserver:manage` and is never shown must not be sent to whoever is set next.
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

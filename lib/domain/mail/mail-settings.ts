import { refuse } from '#lib/answers/refusal.ts'
import type { Context } from '#lib/context.ts'
import type { MailEncryption, MailMessage, MailServer } from '#lib/mail/mail.ts'

/**
 * Refuses an operation that sends mail while mail is switched off.
 * @throws Refusal SMTP_NOT_ENABLED
 */
export function requireMailEnabled({ settings }: Context): void {
  if (!settings.smtpEnabled) throw refuse('SMTP_NOT_ENABLED')
}

/** The configured mail server, with the decrypted password. */
export function mailServerOf({ settings, cipher }: Context): MailServer {
  const { smtpPasswordEncrypted: sealed } = settings
  return {
    host: settings.smtpHost,
    port: settings.smtpPort,
    encryption: settings.smtpEncryption as MailEncryption,
    username: settings.smtpUsername,
    password: sealed ? cipher.open(sealed, `settings.smtp_password_encrypted/${settings.id}`) : '',
  }
}

export function senderOf({ settings }: Context): MailMessage['from'] {
  return { name: settings.smtpFromName, address: settings.smtpFromEmail }
}

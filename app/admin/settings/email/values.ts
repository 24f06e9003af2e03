import type { z } from 'zod'
import type { emailSettings } from '#lib/api/contract/models/settings.ts'

/** Initial values of the mail settings form; unset ones default to what most servers need. */
export function emailValues(settings: z.output<typeof emailSettings>) {
  const { smtpEnabled, smtpHost, smtpPort, smtpUsername, smtpFromName, smtpFromEmail } = settings
  return {
    ...{ smtpEnabled, smtpHost, smtpUsername, smtpFromName, smtpFromEmail },
    smtpPort: smtpPort > 0 ? String(smtpPort) : '587',
    smtpPassword: '',
    clearPassword: false,
    smtpEncryption: smtpEnabled ? settings.smtpEncryption : 'starttls',
  }
}

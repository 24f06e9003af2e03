import type { z } from 'zod'
import type { emailSettings } from '#lib/api/contract/models/settings.ts'

/** What the form of the mail settings begins with: at first what most servers want. */
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

import { describeFailure, MailError } from './failures.ts'
import type { Mail } from './mail.ts'
import { languageOfMessage, renderMessage } from './messages.ts'
import type { MailLimits } from './smtp.ts'

const standardLimits: MailLimits = { connectMs: 10_000, sessionMs: 30_000 }

/** Mail over SMTP; the SMTP library is loaded with the first message. */
export function openMail(limits: MailLimits = standardLimits): Mail {
  return {
    render: renderMessage,
    languageOf: languageOfMessage,
    async send(server, message) {
      const { deliver } = await import('./smtp.ts')
      try {
        await deliver(server, message, limits)
        return null
      } catch (error) {
        if (error instanceof MailError) return describeFailure(error, server)
        throw error
      }
    },
  }
}

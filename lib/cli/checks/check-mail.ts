import type { Socket } from 'node:net'
import { Refusal } from '#lib/answers/refusal.ts'
import type { Context } from '#lib/context.ts'
import { requireMailEnabled } from '#lib/domain/mail/mail-settings.ts'
import { checkRecipient, sendTestMessage } from '#lib/domain/mail/test-mail.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import { failureDescriptions, MailError } from '#lib/mail/failures.ts'
import type { MailServer } from '#lib/mail/mail.ts'
import { openMailSocket } from '#lib/mail/socket.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { describeRefusal } from '../refusals.ts'
import { type Finding, findings } from './finding.ts'

const mail = findings('mail')
/** Time limit for connecting, and again for the greeting. */
const timeoutMs = 10_000

/** Checks that the mail server greets; sends nothing. */
export async function checkMail(settings: SettingsRecord): Promise<Finding[]> {
  if (!settings.smtpEnabled) {
    if (settings.selfRegistrationEnabled && settings.selfRegistrationRequiresEmailVerification) {
      return [
        mail.problem(
          'registration requires a verified address, but mail is switched off. Set up mail.',
        ),
      ]
    }
    return [mail.ok('switched off: users cannot reset a forgotten password by mail.')]
  }
  const server = {
    host: settings.smtpHost,
    port: settings.smtpPort,
    encryption: settings.smtpEncryption as MailServer['encryption'],
  }
  const failure = await greet(server)
  const name = `${server.host}:${server.port}`
  return [
    failure === null
      ? mail.ok(`${name} responds with an SMTP greeting.`)
      : mail.problem(`${name}: ${failure}`),
  ]
}

/** Sends a test message, as the console does. */
export async function checkSending(ctx: Context, to: string): Promise<Finding[]> {
  try {
    requireMailEnabled(ctx)
    await sendTestMessage(ctx, checkRecipient(to), actorOf(operator))
    return [mail.ok(`the mail server accepted a test message to ${to}.`)]
  } catch (error) {
    if (error instanceof Refusal) return [mail.problem(describeRefusal(error))]
    throw error
  }
}

/** @returns the failure before the greeting, or null */
async function greet(
  server: Pick<MailServer, 'host' | 'port' | 'encryption'>,
): Promise<string | null> {
  try {
    return await firstWords(await openMailSocket(server, timeoutMs))
  } catch (error) {
    if (error instanceof MailError) return failureDescriptions[error.reason]
    throw error
  }
}

/** Checks that the first data of a connection is an SMTP greeting. Resolves to null, or to the failure. */
function firstWords(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (failure: string | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(failure)
    }
    const timer = setTimeout(() => end(failureDescriptions['timed-out']), timeoutMs)
    socket.once('close', () => end('The server closed the connection without a greeting.'))
    socket.once('data', (data) => {
      const isGreeting = data.toString('latin1').startsWith('220')
      end(isGreeting ? null : 'Another kind of server answers there, not an SMTP server.')
    })
  })
}

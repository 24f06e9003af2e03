import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { Mail } from '#tests/support/mail-text.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import type { TestServer } from '#tests/support/server.ts'
import { entriesOf } from '#tests/support/visitor.ts'

let people = 0

export function anAddress(): string {
  people++
  return `person-${people}@example.org`
}

/** Enables mail, to a new mail server of the test. */
export async function withMail(server: TestServer): Promise<Outbox> {
  const outbox = await openOutbox()
  await server.changeSettings({
    appName: 'Example <App>',
    smtpEnabled: true,
    smtpHost: outbox.host,
    smtpPort: outbox.port,
    smtpFromName: 'Example',
    smtpFromEmail: 'noreply@example.org',
  })
  return outbox
}

/** The messages to an address, once all follow-up work of answers is done. */
export async function mailTo(outbox: Outbox, address: string): Promise<Mail[]> {
  await responsesFollowedUp()
  return outbox.messages.filter(({ to }) => to.includes(address))
}

/** The path and query of the link in a message's text. */
export function linkIn(mail: Mail | undefined): string {
  const url = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  return url.slice(new URL(url).origin.length)
}

/** The audited outcomes of requests for an address, oldest first. */
export async function outcomesFor(
  server: TestServer,
  event: 'requested_registration' | 'requested_password_reset',
  email: string,
): Promise<unknown[]> {
  const entries = await entriesOf(server, event, { emailDigest: sha256Hex(email) })
  return entries.map(({ outcome }) => outcome)
}

/** A password that every policy accepts. */
export const goodPassword = 'Violet-harbour-42!'

/** Both fields of a form that asks for a new password. */
export function twice(password: string) {
  return { password, passwordConfirmation: password }
}

/** Input that a form for a new password refuses, with the message key. */
export const refusedPasswords: readonly (readonly [Record<string, string>, string])[] = [
  [twice(''), 'handler.password.required'],
  [{ password: goodPassword, passwordConfirmation: '' }, 'handler.password.confirmation_required'],
  [{ password: 'x'.repeat(129) }, 'validator.password.too_long'],
  [{ password: goodPassword, passwordConfirmation: 'x' }, 'handler.password.confirmation_mismatch'],
  [twice('short'), 'validator.password.too_short'],
]

import { type Context, transaction } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import type { MailMessage } from '#lib/mail/mail.ts'
import { audit } from './audit.ts'
import {
  isEmailTooLong,
  maxEmailLength,
  normalizeEmail,
  requireEmailForm,
} from './email-address.ts'
import { mailServerOf, senderOf } from './mail-settings.ts'

/**
 * Checks where the test message goes.
 * @param to as sent
 * @returns the address, normalized
 * @throws Refusal VALIDATION_ERROR (blank or over 60 characters), validator.email.invalid_format
 */
export function checkRecipient(to: string): string {
  const address = normalizeEmail(to)
  if (address === '') {
    throw refuse('VALIDATION_ERROR', { description: "The field 'to' is required." })
  }
  if (isEmailTooLong(address)) {
    throw refuse('VALIDATION_ERROR', {
      description: `The field 'to' may have at most ${maxEmailLength} characters.`,
    })
  }
  requireEmailForm(address)
  return address
}

/**
 * Sends a message that shows whether the mail settings work, and writes `sent_test_email`. What the
 * server or the system said goes to the log, never to the caller (specification, "Send-test
 * behaviour").
 * @param to checked
 * @throws Refusal SEND_FAILED with one of the fixed descriptions; no audit entry then
 */
export async function sendTestMessage(
  ctx: Context,
  to: string,
  loggedInUser: string,
): Promise<void> {
  const failure = await ctx.mail.send(mailServerOf(ctx), testMessage(ctx, to))
  if (failure) {
    const { reason, detail, description } = failure
    ctx.log.warn({ requestId: ctx.requestId, reason, ...detail }, 'a test message was not sent')
    throw refuse('SEND_FAILED', { description })
  }
  await transaction(ctx, (tx) => audit(tx, 'sent_test_email', { loggedInUser, to }))
}

function testMessage(ctx: Context, to: string): MailMessage {
  const name = ctx.settings.appName || 'authserver'
  return {
    from: senderOf(ctx),
    to,
    subject: `Test message from ${name}`,
    text: `This message was sent to try out the mail settings of ${name}. They work.\n`,
  }
}

import { refuse } from '#lib/answers/refusal.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { audit } from '../audit/audit.ts'
import { requireEmailForm } from '../email/email-address.ts'
import { normalizeEmail } from '../email/email-form.ts'
import { maxEmailLength } from '../values/forms.ts'
import { requireCharactersAtMost, requireField } from '../values/validation.ts'
import { sendMessage } from './messages.ts'

/**
 * Checks the recipient of the test message.
 * @param to as sent
 * @returns the address, normalized
 * @throws Refusal VALIDATION_ERROR (blank), validator.email.invalid_format, VALIDATION_ERROR (over 60 characters), in
 *   this order
 */
export function checkRecipient(to: string): string {
  const address = normalizeEmail(to)
  requireField(address, 'to')
  requireEmailForm(address)
  requireCharactersAtMost(address, maxEmailLength, 'to')
  return address
}

/**
 * Sends a message that tests the mail settings, in the language of the caller's browser, and writes `sent_test_email`.
 * Replies of the mail server and errors of the system are logged, and never reach the caller (docs/specification.md
 * "Admin API").
 * @param to checked
 * @throws Refusal SEND_FAILED with one of the fixed descriptions, without an audit entry
 */
export async function sendTestMessage(
  ctx: Context,
  to: string,
  loggedInUser: string,
): Promise<void> {
  const recipient = { address: to, language: ctx.acceptLanguage }
  const failure = await sendMessage(ctx, 'test', recipient, {})
  if (failure) throw refuse('SEND_FAILED', { description: failure.description })
  await adminTransaction(ctx, async (tx) => audit(tx, 'sent_test_email', { loggedInUser, to }))
}

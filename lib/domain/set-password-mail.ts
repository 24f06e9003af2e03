import type { Context } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { fullNameOf, recipientOf, sendMessage } from './messages.ts'
import { resetLink } from './password-reset.ts'

/**
 * Sends a new user the link under which they set their first password, and waits for the mail server
 * to take it. The user stays when it does not: an administrator helps, or "forgot password" where
 * the address counts as verified (docs/decisions/links-in-mail.md).
 * @param code in clear, as stored by its hash
 * @throws Refusal INTERNAL_SERVER_ERROR when the message could not be sent
 */
export async function sendSetPasswordLink(
  ctx: Context,
  user: UserRecord,
  code: string,
): Promise<void> {
  const values = { name: fullNameOf(user), link: resetLink(ctx, code) }
  if (!(await sendMessage(ctx, 'set-password', recipientOf(user), values))) return
  throw refuse('INTERNAL_SERVER_ERROR', {
    description: 'The user was created, but the message with the link could not be sent.',
  })
}

import { refuse } from '#lib/answers/refusal.ts'
import type { Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { recipientOf, sendMessage } from '../mail/messages.ts'
import { fullName } from '../users/full-name.ts'
import { resetLink } from './password-reset.ts'

/**
 * Mails a new user the link for setting the first password, and waits until the mail server accepts it. The user stays
 * even if that fails: an administrator can help, or "forgot password" if the address counts as verified
 * (docs/decisions/links-in-mail.md).
 * @param code in plain text; its hash is stored
 * @throws Refusal INTERNAL_SERVER_ERROR when the message could not be sent
 */
export async function sendSetPasswordLink(
  ctx: Context,
  user: UserRecord,
  code: string,
): Promise<void> {
  const values = { name: fullName(user), link: resetLink(ctx, code) }
  if (!(await sendMessage(ctx, 'set-password', recipientOf(user), values))) return
  throw refuse('INTERNAL_SERVER_ERROR', {
    description: 'The user was created, but the message with the link could not be sent.',
  })
}

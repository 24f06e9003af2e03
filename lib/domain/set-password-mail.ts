import type { Context } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import type { MailMessage } from '#lib/mail/mail.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { mailServerOf, senderOf } from './test-mail.ts'

/**
 * Sends a new user the link under which they set their first password, and waits for the mail server
 * to take it. The user stays when it does not: "forgot password" or an administrator helps.
 * @param code in clear, as stored by its hash
 * @throws Refusal INTERNAL_SERVER_ERROR when the message could not be sent
 */
export async function sendSetPasswordLink(
  ctx: Context,
  user: UserRecord,
  code: string,
): Promise<void> {
  const failure = await ctx.mail.send(mailServerOf(ctx), setPasswordMessage(ctx, user, code))
  if (!failure) return
  const { reason, detail } = failure
  const log = { requestId: ctx.requestId, userId: user.id, reason, ...detail }
  ctx.log.warn(log, 'the link to set a password was not sent')
  throw refuse('INTERNAL_SERVER_ERROR', {
    description: 'The user was created, but the message with the link could not be sent.',
  })
}

function setPasswordMessage(ctx: Context, user: UserRecord, code: string): MailMessage {
  const appName = ctx.settings.appName || 'authserver'
  const names = [user.givenName, user.middleName, user.familyName]
  const name = names.filter((part) => part !== '').join(' ') || user.email
  const link = `${ctx.config.baseUrl}/reset-password?code=${encodeURIComponent(code)}`
  return {
    from: senderOf(ctx),
    to: user.email,
    subject: `${appName}: set your password`,
    text: [
      `Hello ${name},`,
      `an account was made for you at ${appName}. Open this address to choose your password:`,
      link,
      'It works once and for a short time. If it no longer works, choose "Forgot password?" where you sign in.',
      appName,
      '',
    ].join('\n\n'),
  }
}

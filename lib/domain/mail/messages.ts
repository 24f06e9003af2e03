import type { Context } from '#lib/context.ts'
import type { MailFailure } from '#lib/mail/mail.ts'
import type { MessageName, MessageValues } from '#lib/mail/messages.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { mailLook } from '../branding/mail-look.ts'
import { mailServerOf, senderOf } from './mail-settings.ts'

export interface Recipient {
  readonly address: string
  /** A locale, or a list of tags as in `Accept-Language`; '' for English. */
  readonly language: string
}

/** Uses the language of the user's profile. */
export function recipientOf(user: Pick<UserRecord, 'email' | 'locale'>): Recipient {
  return { address: user.email, language: user.locale }
}

/**
 * Sends one of the application's messages and waits until the mail server accepts it. A failure is logged, without the
 * recipient's address.
 * @returns null when it was sent, else the failure
 */
export async function sendMessage<Name extends MessageName>(
  ctx: Context,
  name: Name,
  { address, language }: Recipient,
  values: MessageValues[Name],
): Promise<MailFailure | null> {
  const appName = ctx.settings.appName || 'authserver'
  const look = await mailLook(ctx.settings)
  const content = ctx.mail.render(name, language, { ...values, appName }, look)
  const message = { from: senderOf(ctx), to: address, ...content }
  const failure = await ctx.mail.send(mailServerOf(ctx), message)
  if (failure) {
    const { reason, detail } = failure
    const log = { requestId: ctx.requestId, mail: name, reason, ...detail }
    ctx.log.warn(log, 'message not sent')
  }
  return failure
}

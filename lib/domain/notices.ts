import type { Context, Tx } from '#lib/context.ts'
import { afterResponse } from '#lib/kernel/after-response.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { mailServerOf, senderOf } from './mail-settings.ts'

/** What users are told of, so that they notice what they did not do themselves. */
type Notice = 'address-changed' | 'password-changed' | 'two-factor-enabled' | 'two-factor-disabled'

/** How mail addresses a user: by the full name, or by the address where there is none. */
export function addressedName(user: UserRecord): string {
  const names = [user.givenName, user.middleName, user.familyName]
  return names.filter((name) => name !== '').join(' ') || user.email
}

/** The language to write to a user in: their locale, else what their browser asks for. */
export function languageOf({ acceptLanguage }: Context, { locale }: UserRecord): string {
  return locale || acceptLanguage
}

/**
 * Tells a user of a change of the account, once it is committed and answered; nothing while mail is
 * off. That it could not be sent is only logged.
 * @param user as before the change: a new address is told at the old one
 */
export function sendNotice(tx: Tx, user: UserRecord, notice: Notice): void {
  if (!tx.settings.smtpEnabled) return
  tx.afterCommit(() => {
    const isTaken = afterResponse(() => deliver(tx, user, notice))
    if (!isTaken) tx.log.warn({ requestId: tx.requestId, notice }, 'a notice was not sent')
  })
}

async function deliver(ctx: Context, user: UserRecord, notice: Notice): Promise<void> {
  const log = { requestId: ctx.requestId, userId: user.id, notice }
  try {
    const appName = ctx.settings.appName || 'authserver'
    const message = ctx.mail.render(notice, languageOf(ctx, user), {
      appName,
      name: addressedName(user),
    })
    const failure = await ctx.mail.send(mailServerOf(ctx), {
      from: senderOf(ctx),
      to: user.email,
      ...message,
    })
    if (!failure) return
    ctx.log.warn({ ...log, reason: failure.reason, ...failure.detail }, 'a notice was not sent')
  } catch (error) {
    ctx.log.error({ ...log, err: error }, 'a notice was not sent')
  }
}

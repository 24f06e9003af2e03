import type { Context, Tx } from '#lib/context.ts'
import { afterResponse } from '#lib/kernel/after-response.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { fullNameOf, recipientOf, sendMessage } from './messages.ts'
import { reserveFailure } from './rate-limits.ts'

/** What users are told of, so that they notice what they did not do themselves. */
type Notice =
  | 'address-changed'
  | 'address-set'
  | 'password-changed'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'sign-in-link-needed'
  | 'wrong-codes'

/**
 * Tells a user of a change of the account, once it is committed and answered; nothing while mail is
 * off. That it could not be sent is only logged. An address that nobody has proven may be a stranger's:
 * to those there is a budget of messages for each account and each address.
 * @param user whose address it goes to: `address-changed` is told at the old one, `address-set` at the new one
 */
export function sendNotice(tx: Tx, user: UserRecord, notice: Notice): void {
  tx.afterCommit((ctx) => noticeAfterAnswer(ctx, user, notice))
}

/** As `sendNotice`, of something that changed nothing. */
export function noticeAfterAnswer(ctx: Context, user: UserRecord, notice: Notice): void {
  if (!ctx.settings.smtpEnabled) return
  const isTaken = afterResponse(() => deliver(ctx, user, notice))
  if (!isTaken) ctx.log.warn({ requestId: ctx.requestId, notice }, 'a notice was not sent')
}

async function deliver(ctx: Context, user: UserRecord, notice: Notice): Promise<void> {
  try {
    if (!user.emailVerified && !(await isWithinBudget(ctx, user))) return
    const name = fullNameOf(user)
    const link = `${ctx.config.baseUrl}/sign-in-link`
    if (notice === 'sign-in-link-needed') {
      await sendMessage(ctx, notice, recipientOf(user), { name, link })
    } else await sendMessage(ctx, notice, recipientOf(user), { name })
  } catch (error) {
    const log = { requestId: ctx.requestId, userId: user.id, notice }
    ctx.log.error({ ...log, err: error }, 'a notice was not sent')
  }
}

async function isWithinBudget(ctx: Context, { id, email }: UserRecord): Promise<boolean> {
  const { refused } = await reserveFailure(ctx, [
    ['notice_account', String(id)],
    ['notice_email', email],
  ])
  return !refused
}

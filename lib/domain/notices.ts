import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import type { Context, Tx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { fullNameOf, recipientOf, sendMessage } from './messages.ts'
import { reserveFailure } from './rate-limits.ts'

/** Events that users are notified about, so that they notice actions they did not take. */
type Notice =
  | 'address-changed'
  | 'address-set'
  | 'password-changed'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'sign-in-link-needed'
  | 'wrong-codes'

/**
 * Mails the user about a change of the account after the commit and the response; sends nothing while mail is off. A
 * failure to send is only logged. An unverified address may belong to a stranger, so messages to it have a budget per
 * account and per address.
 * @param user the recipient: `address-changed` goes to the old address, `address-set` to the new one
 */
export function sendNotice(tx: Tx, user: UserRecord, notice: Notice): void {
  tx.afterCommit((ctx) => noticeAfterAnswer(ctx, user, notice))
}

/** Like `sendNotice`, for an event that changed nothing. */
export function noticeAfterAnswer(ctx: Context, user: UserRecord, notice: Notice): void {
  if (!ctx.settings.smtpEnabled) return
  const isTaken = afterResponse(() => deliver(ctx, user, notice))
  if (!isTaken) ctx.log.warn({ requestId: ctx.requestId, notice }, 'notice not sent')
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
    ctx.log.error({ ...log, err: error }, 'notice not sent')
  }
}

async function isWithinBudget(ctx: Context, { id, email }: UserRecord): Promise<boolean> {
  const { refused } = await reserveFailure(ctx, [
    ['notice_account', String(id)],
    ['notice_email', email],
  ])
  return !refused
}

import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import type { AnyContext, Context, Tx } from '#lib/context.ts'
import type { Happening } from '#lib/mail/happening.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { reserveFailure } from '../limits/rate-limits.ts'
import { type Device, deviceOf, shownDevice } from '../sessions/device.ts'
import { fullName } from '../users/full-name.ts'
import { recipientOf, sendMessage } from './messages.ts'

/** Where a person acted: a request, or the session that it belongs to. */
export type Place = Pick<Device, 'deviceName' | 'deviceOs'> & { readonly ipAddress: string }

/** Events that users are notified about, so that they notice actions they did not take. */
type Notice =
  | 'address-pending'
  | 'address-changed'
  | 'address-set'
  | 'password-changed'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'authenticator-replaced'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-copied'
  | 'passkey-synced'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'sign-in-link-needed'
  | 'wrong-codes'

/** Values of some notices only. */
interface NoticeDetails {
  /** Recovery codes that still work. */
  readonly left?: number
  /** The name of the identity provider. */
  readonly provider?: string
}

/**
 * Mails the user about a change of the account after the commit and the response; sends nothing while mail is off. A
 * failure to send is only logged. An unverified address may belong to a stranger, so messages to it have a budget per
 * account and per address.
 * @param user the recipient: `address-set` goes to the new address, the other notices about an address to the old one
 * @param place where the person did it; null for an administrator, whose device the user does not learn
 */
export function sendNotice(
  tx: Tx,
  user: UserRecord,
  notice: Notice,
  place: Place | null = null,
  details: NoticeDetails = {},
): void {
  tx.afterCommit((ctx) => noticeAfterAnswer(ctx, user, notice, place, details))
}

/** Like `sendNotice`, for an event that changed nothing. */
export function noticeAfterAnswer(
  ctx: Context,
  user: UserRecord,
  notice: Notice,
  place: Place | null = null,
  details: NoticeDetails = {},
): void {
  if (!ctx.settings.smtpEnabled) return
  const isTaken = afterResponse(ctx, () => deliver(ctx, user, notice, place, details))
  if (!isTaken) ctx.log.warn({ requestId: ctx.requestId, notice }, 'notice not sent')
}

async function deliver(
  ctx: Context,
  user: UserRecord,
  notice: Notice,
  place: Place | null,
  { left = 0, provider = '' }: NoticeDetails,
): Promise<void> {
  try {
    if (!user.emailVerified && !(await isWithinBudget(ctx, user))) return
    const path = notice === 'sign-in-link-needed' ? '/sign-in-link' : '/forgot-password'
    const values = {
      name: fullName(user),
      link: `${ctx.config.baseUrl}${path}`,
      happened: happeningOf(ctx, user, place),
    }
    if (notice === 'address-changed' || notice === 'address-set') {
      const { link: _, ...withoutLink } = values
      await sendMessage(ctx, notice, recipientOf(user), withoutLink)
    } else await sendMessage(ctx, notice, recipientOf(user), { ...values, left, provider })
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

/** The browser of a request that the person sent without the console in between. */
export function placeOf({ userAgent, ip }: Pick<AnyContext, 'userAgent' | 'ip'>): Place {
  return { ...deviceOf(userAgent), ipAddress: ip }
}

/** When and where, for the message to the user. */
export function happeningOf(
  { now }: Pick<Context, 'now'>,
  { zoneInfo }: Pick<UserRecord, 'zoneInfo'>,
  place: Place | null,
): Happening {
  const device = place ? shownDevice(place) : { browser: '', system: '' }
  return { at: now, timeZone: zoneInfo, ...device, ipAddress: place?.ipAddress ?? '' }
}

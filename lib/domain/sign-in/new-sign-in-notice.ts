import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import { addressBlock, isPublicAddress } from '#lib/base/network/ip.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import { type AnyContext, type Context, type Tx, transaction } from '#lib/context.ts'
import type { UserDeviceRecord, UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { reserveFailure } from '../limits/rate-limits.ts'
import { recipientOf, sendMessage } from '../mail/messages.ts'
import { happeningOf, placeOf } from '../mail/notices.ts'
import { deviceOf, shownDevice } from '../sessions/device.ts'
import { fullName } from '../users/full-name.ts'

/** Days in which a browser of the same kind, at the same address, causes no further message. */
const similarDays = 30

/**
 * True when the owner should hear of this browser. The first sign-in of all causes no message. Nor does a browser of
 * the same kind that was in the same network lately, such as a private window.
 * @param others the browsers that the user has signed in with before
 */
export function isUnlikeOthers(
  { now, ip, userAgent }: Pick<AnyContext, 'now' | 'ip' | 'userAgent'>,
  others: readonly UserDeviceRecord[],
): boolean {
  const kind = kindOf(deviceOf(userAgent))
  const since = addSeconds(now, -similarDays * daySeconds)
  const isSimilar = (other: UserDeviceRecord) =>
    other.lastSeenAt >= since &&
    kindOf(other) === kind &&
    addressBlock(other.ipAddress) === addressBlock(ip)
  return others.length > 0 && !others.some(isSimilar)
}

/** Names without versions, because an updated browser is the same one. */
function kindOf(device: Pick<UserDeviceRecord, 'deviceName' | 'deviceOs'>): string {
  const { browser, system } = shownDevice(device)
  return `${browser.replace(/ \d+/, '')} ${system}`
}

/**
 * Mails the owner of an account about a sign-in with a new browser, after the commit and the answer. At most one
 * message an hour and five a day are sent; the next one counts the sign-ins in between. Writes `new_sign_in_noticed`.
 */
export function noticeNewSignIn(tx: Tx, user: UserRecord, deviceId: number): void {
  tx.afterCommit((ctx) => {
    const isTaken = afterResponse(ctx, () => deliver(ctx, user, deviceId))
    if (!isTaken) ctx.log.warn({ requestId: ctx.requestId }, 'notice not sent')
  })
}

async function deliver(ctx: Context, user: UserRecord, deviceId: number): Promise<void> {
  try {
    const userId = String(user.id)
    const { refused } = await reserveFailure(ctx, [
      ['new_sign_in_hour', userId],
      ['new_sign_in_day', userId],
    ])
    if (refused) return await ctx.store.userDevices.update(deviceId, { isUntold: true })
    const more = await transaction(ctx, async (tx) => {
      audit(tx, 'new_sign_in_noticed', { userId: user.id, deviceId })
      return tx.store.userDevices.takeUntold(user.id)
    })
    const place = placeOf(ctx)
    // A private address does not help the user to recognise the device.
    const ipAddress = isPublicAddress(place.ipAddress) ? place.ipAddress : ''
    await sendMessage(ctx, 'new-sign-in', recipientOf(user), {
      name: fullName(user),
      more,
      link: `${ctx.config.adminConsoleUrl}/account/sessions`,
      happened: happeningOf(ctx, user, { ...place, ipAddress }),
    })
  } catch (error) {
    ctx.log.error({ requestId: ctx.requestId, userId: user.id, err: error }, 'notice not sent')
  }
}

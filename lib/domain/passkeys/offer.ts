import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { PasskeyRecord, UserRecord } from '#lib/persistence/store.ts'
import { usablePasskeys } from './usable.ts'

/** How often a passkey is offered to one user. */
export const maxPasskeyOffers = 3
const pauseDays = 30

/** True when a passkey may be offered after a sign-in: at most three times, a month apart, to who has none. */
export function mayOfferPasskey(
  ctx: Context,
  { passkeyOffers, passkeyOfferedAt }: UserRecord,
  passkeys: readonly PasskeyRecord[],
): boolean {
  if (!signInFeatures(ctx).passkeyOffer || passkeyOffers >= maxPasskeyOffers) return false
  if (usablePasskeys(ctx, passkeys).length > 0) return false
  return !passkeyOfferedAt || addSeconds(passkeyOfferedAt, pauseDays * daySeconds) <= ctx.now
}

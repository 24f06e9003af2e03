import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { AnyContext } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { signInFeatures } from './sign-in-features.ts'

/** A way to sign the user in beside the password, or to complete a sign-in. */
export interface OtherWayIn {
  readonly kind: 'passkey' | 'provider' | 'app'
  /** The id of its row; 0 for the app. */
  readonly id: number
  /** The name of the passkey or provider; '' for the app. */
  readonly name: string
  /** When it was added; null when unknown. */
  readonly addedAt: Date | null
  /** Added in the last 30 days, as a thief's would be. */
  readonly isRecent: boolean
}

const recentDays = 30

/**
 * Lists the other ways to sign a user in, so that the owner finds what an intruder added. Remembered browsers are left
 * out, because a new password forgets them. The app is listed where an account can have more than a password and an
 * app. Newer ways come first.
 */
export async function otherWaysIn(
  ctx: AnyContext,
  user: UserRecord,
): Promise<readonly OtherWayIn[]> {
  const { store, now } = ctx
  const recent = addSeconds(now, -recentDays * daySeconds)
  const way = (kind: OtherWayIn['kind'], id: number, name: string, addedAt: Date | null) => ({
    kind,
    id,
    name,
    addedAt,
    isRecent: addedAt !== null && addedAt >= recent,
  })
  const passkeys = await store.passkeys.findOfUser(user.id)
  const identities = await store.userIdentities.findOfUser(user.id)
  const providers = identities.length > 0 ? await store.identityProviders.list() : []
  const nameOf = (providerId: number) =>
    providers.find(({ id }) => id === providerId)?.displayName ?? ''
  const dated = [
    ...passkeys.map(({ id, name, createdAt }) => way('passkey', id, name, createdAt)),
    ...identities.map((one) => way('provider', one.id, nameOf(one.providerId), one.createdAt)),
  ].toSorted((a, b) => Number(b.addedAt) - Number(a.addedAt))
  const { passkeys: hasPasskeys, identityProviders } = signInFeatures(ctx)
  const isOneOfSeveral = dated.length > 0 || hasPasskeys || identityProviders
  return user.otpEnabled && isOneOfSeveral ? [...dated, way('app', 0, '', null)] : dated
}

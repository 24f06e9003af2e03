import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { AnyContext } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { signInFeatures } from './sign-in-features.ts'

/** What signs a user in beside the password, or completes it. */
export interface OtherWayIn {
  readonly kind: 'passkey' | 'provider' | 'app'
  /** Of its row; 0 for the app. */
  readonly id: number
  /** '' for the app. */
  readonly name: string
  /** Null where it is not known. */
  readonly addedAt: Date | null
  /** Added in the last 30 days: a thief's would be. */
  readonly isRecent: boolean
}

const recentDays = 30

/**
 * Lists what else lets a user in, so that its owner finds what an intruder added. Browsers that were remembered are not
 * among it: a new password forgets them. The app is, where an account can have more than a password and an app. Newer
 * ones come first.
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

import { Refusal } from '#lib/answers/refusal.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { unlinkIdentity } from '../identity-providers/linked-identities.ts'
import { placeOf } from '../mail/notices.ts'
import { lockUser } from '../users/users.ts'

/** How long the page after a new password removes ways to sign in, in seconds. */
const validSeconds = 15 * 60
const maxLength = 1024
const place = 'form/removal-after-reset'

interface Sealed {
  readonly userId: number
  /** The time at which the password was set: a later password ends the permission. */
  readonly authStateGeneration: number
  readonly browserHash: string
  /** Seconds since 1970. */
  readonly madeAt: number
}

/**
 * Permits the page after a new password to disconnect accounts at providers, in this browser, for a quarter of an hour.
 * @param cookie of the browser
 * @returns null for an account with a second factor, which must be proven at a sign-in first: a stolen mailbox removes
 * none
 */
export async function permitRemoval(
  ctx: Context,
  user: UserRecord,
  cookie: string,
): Promise<string | null> {
  if (await hasSecondFactor(ctx, user)) return null
  const sealed: Sealed = {
    userId: user.id,
    authStateGeneration: user.authStateGeneration,
    browserHash: sha256Hex(cookie),
    madeAt: epochSeconds(ctx.now),
  }
  return Buffer.from(ctx.cipher.seal(JSON.stringify(sealed), place)).toString('base64url')
}

/**
 * Disconnects an account at a provider with such a permission. Does nothing when it is disconnected already.
 * @param permission as sent
 * @param cookie of the browser
 * @param identityId as sent
 * @returns the user; null for a permission that is invalid or has ended
 */
export async function removeByPermission(
  ctx: Context,
  permission: string,
  cookie: string | null,
  identityId: number,
): Promise<UserRecord | null> {
  const sealed = openPermission(ctx, permission)
  if (!sealed || cookie === null || sha256Hex(cookie) !== sealed.browserHash) return null
  const end = addSeconds(new Date(sealed.madeAt * 1_000), validSeconds)
  if (ctx.now >= end) return null
  return adminTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, sealed.userId)
    const isSame = user.enabled && user.authStateGeneration === sealed.authStateGeneration
    if (!isSame || (await hasSecondFactor(tx, user))) return null
    const removal = { loggedInUser: user.subject, keptSession: null, place: placeOf(ctx) }
    const identities = await tx.store.userIdentities.findOfUser(user.id)
    if (identities.some(({ id }) => id === identityId)) {
      await unlinkIdentity(tx, user.id, identityId, removal)
    }
    return user
  }).catch((error) => {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
    throw error
  })
}

function openPermission({ cipher }: Context, text: string): Sealed | null {
  if (text === '' || text.length > maxLength) return null
  try {
    const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
    return JSON.parse(cipher.open(bytes, place)) as Sealed
  } catch {
    return null
  }
}

/** Any passkey counts, one of a former domain too. */
async function hasSecondFactor(
  { store }: Pick<Context, 'store'>,
  user: UserRecord,
): Promise<boolean> {
  return user.otpEnabled || (await store.passkeys.findOfUser(user.id)).length > 0
}

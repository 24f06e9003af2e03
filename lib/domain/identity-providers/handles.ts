import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { UserCaller } from '#lib/domain/permissions/caller.ts'
import { browserSession, sessionState } from '#lib/domain/sessions/sessions.ts'
import type {
  IdentityProviderRecord,
  ProviderRequestRecord,
  UserRecord,
} from '#lib/persistence/store.ts'

/** How long a handle works, in seconds. */
const lifetimeSeconds = 300

/** Why a signed-in user goes to a provider. */
export type HandlePurpose = 'link' | 'test'

/**
 * Makes an address by which the browser of a signed-in person goes to a provider: to connect an account there, or to try
 * a sign-in. It works once, only in the browser where that person is signed in.
 */
export async function handleAddress(
  ctx: Context,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  { id: providerId }: IdentityProviderRecord,
  purpose: HandlePurpose,
): Promise<string> {
  const handle = randomToken()
  await ctx.store.providerRequests.insert({
    purpose,
    providerId,
    userId: user.id,
    sessionIdentifier: session?.sessionIdentifier ?? '',
    stateHash: hashOf(handle),
    // No browser yet: no callback fits.
    browserHash: '',
    expiresAt: addSeconds(ctx.now, lifetimeSeconds),
  })
  return `${ctx.config.baseUrl}/auth/provider?${new URLSearchParams({ handle })}`
}

/** Finds the request of a handle that still works. */
export async function findHandle(
  ctx: Context,
  handle: string,
): Promise<ProviderRequestRecord | null> {
  if (handle === '' || handle.length > 64) return null
  const request = await ctx.store.providerRequests.findByState(hashOf(handle))
  return request && request.expiresAt > ctx.now && request.usedAt === null ? request : null
}

/** Handles and states of round trips are different things, so their hashes never meet. */
function hashOf(handle: string): string {
  return sha256Hex(`handle ${handle}`)
}

/**
 * The person whom a round trip belongs to, if the browser is signed in as that person, in the session that asked for
 * it. No other browser can be led into the user's account.
 */
export async function personOf(
  ctx: Context,
  cookie: string | null,
  { userId, sessionIdentifier }: ProviderRequestRecord,
): Promise<UserRecord | null> {
  const found = await browserSession(ctx, cookie)
  if (!found || found.user.id !== userId) return null
  if (sessionState(ctx, found.session, found.user, null) !== 'valid') return null
  const isAsked = sessionIdentifier === '' || found.session.sessionIdentifier === sessionIdentifier
  return isAsked ? found.user : null
}

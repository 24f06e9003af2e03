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

/** The reason why a signed-in user goes to a provider. */
export type HandlePurpose = 'link' | 'test'

/**
 * Makes the address that leads a signed-in user's browser to a provider: to connect an account there, or to try a
 * sign-in. It works once, and only in the browser where that user is signed in.
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
    ...generationsOf(user),
    stateHash: hashOf(handle),
    // The request has no browser yet, so no callback fits it.
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

/** The purpose keeps the hashes of handles apart from those of states. */
function hashOf(handle: string): string {
  return sha256Hex(`handle ${handle}`)
}

type Generations = Pick<UserRecord, 'authStateGeneration' | 'otpConfigGeneration'>

/** What a request keeps of its user: a change of password or second factor ends it. */
export function generationsOf({ authStateGeneration, otpConfigGeneration }: Generations) {
  return { authStateGeneration, otpConfigGeneration }
}

/**
 * The owner of a round trip, if the browser is signed in as that user, in the session that asked for it. No other
 * browser can be led into the user's account. A request from before a change of password or second factor has no owner.
 */
export async function personOf(
  ctx: Context,
  cookie: string | null,
  { userId, sessionIdentifier, ...asked }: ProviderRequestRecord,
): Promise<UserRecord | null> {
  const found = await browserSession(ctx, cookie)
  if (!found || found.user.id !== userId) return null
  if (sessionState(ctx, found.session, found.user, null) !== 'valid') return null
  if (!isUnchanged(asked, found.user)) return null
  const isAsked = sessionIdentifier === '' || found.session.sessionIdentifier === sessionIdentifier
  return isAsked ? found.user : null
}

type Asked = Pick<ProviderRequestRecord, 'authStateGeneration' | 'otpConfigGeneration'>

/** A request of an earlier release knows no generations. */
function isUnchanged(asked: Asked, user: Generations): boolean {
  const { authStateGeneration, otpConfigGeneration } = asked
  return (
    (authStateGeneration === null || authStateGeneration === user.authStateGeneration) &&
    (otpConfigGeneration === null || otpConfigGeneration === user.otpConfigGeneration)
  )
}

import type { CookieChange } from '#lib/answers/outcome.ts'
import type { Cookies } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { IdentityProviderRecord, SessionRecord } from '#lib/persistence/store.ts'

/*
 * A sign-out here leaves the session at the provider, which would sign the same person in again without a question. The
 * browser remembers it until the next start at that provider, which then asks for the account.
 */

/** The cookie after a sign-out from a session that began with a provider. */
export function providerLeft(
  ctx: Context,
  session: Pick<SessionRecord, 'providerId'> | null,
): readonly CookieChange[] {
  if (!signInFeatures(ctx).identityProviders || !session?.providerId) return []
  return [{ cookie: 'left', value: String(session.providerId) }]
}

/** True when the person has signed out of a session with this provider, and has not gone there since. */
export function hasLeft({ left }: Pick<Cookies, 'left'>, { id }: IdentityProviderRecord): boolean {
  return left === String(id)
}

/** The cookie after a start at a provider. */
export function returning({ left }: Pick<Cookies, 'left'>): readonly CookieChange[] {
  return left === undefined ? [] : [{ cookie: 'left', value: null }]
}

import { appendQuery } from '#lib/base/network/url.ts'
import type { Context } from '#lib/context.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { knownMetadata } from './metadata.ts'

/** The link that signs a user out at a provider. */
export interface SignOutThere {
  readonly name: string
  readonly url: string
}

/**
 * The address at which the provider of a session signs its user out (OpenID Connect RP-Initiated Logout 1.0 section 2).
 * It names this server's client and carries no token: the provider asks the user.
 * @returns null without such a provider or address, and without metadata that was read within a week
 */
export async function signOutThere(
  ctx: Context,
  { providerId }: { readonly providerId: number | null },
): Promise<SignOutThere | null> {
  const provider = providerId === null ? null : await usableProvider(ctx, { id: providerId })
  if (!provider || provider.preset === 'github') return null
  const endpoint = (await knownMetadata(ctx, provider))?.end_session_endpoint
  if (!endpoint) return null
  return {
    name: provider.displayName,
    url: appendQuery(endpoint, [['client_id', provider.clientId]]),
  }
}

import type { AnyContext } from '#lib/context.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { IdentityProviderRecord, UserIdentityRecord } from '#lib/persistence/store.ts'

/** The providers that people may use now, in the order of the sign-in page; none while the feature is off. */
export async function usableProviders(ctx: AnyContext): Promise<readonly IdentityProviderRecord[]> {
  if (!signInFeatures(ctx).identityProviders) return []
  return (await ctx.store.identityProviders.list()).filter(({ enabled }) => enabled)
}

/** True when a signed-in user may connect an account of a provider. */
export function mayConnect({ linking }: Pick<IdentityProviderRecord, 'linking'>): boolean {
  return linking !== 'off'
}

/** A provider that people may use now. */
export async function usableProvider(
  ctx: AnyContext,
  find: Pick<IdentityProviderRecord, 'alias'> | { readonly id: number },
): Promise<IdentityProviderRecord | null> {
  if (!signInFeatures(ctx).identityProviders) return null
  const { identityProviders } = ctx.store
  const provider =
    'alias' in find
      ? await identityProviders.findByAlias(find.alias)
      : await identityProviders.findById(find.id)
  return provider?.enabled ? provider : null
}

/** The links by which a user can sign in now. */
export async function usableLinks(
  ctx: AnyContext,
  userId: number,
): Promise<readonly UserIdentityRecord[]> {
  const providers = await usableProviders(ctx)
  if (providers.length === 0) return []
  const links = await ctx.store.userIdentities.findOfUser(userId)
  return links.filter(({ providerId }) => providers.some(({ id }) => id === providerId))
}

/**
 * Moves the provider of an address's domain to the front.
 * @param email as typed or hinted, normalized
 */
export async function inOrderFor(
  ctx: AnyContext,
  providers: readonly IdentityProviderRecord[],
  email: string,
): Promise<readonly IdentityProviderRecord[]> {
  const owner = await providerOfDomain(ctx, providers, email)
  return owner ? [owner, ...providers.filter((one) => one !== owner)] : providers
}

/**
 * The provider that an address's domain belongs to.
 * @param email as typed or hinted, normalized
 */
export async function providerOfDomain(
  ctx: AnyContext,
  providers: readonly IdentityProviderRecord[],
  email: string,
): Promise<IdentityProviderRecord | null> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (domain === '' || providers.length === 0) return null
  const owner = (await ctx.store.identityProviders.domains()).find((one) => one.domain === domain)
  return providers.find(({ id }) => id === owner?.providerId) ?? null
}

import type { AnyContext } from '#lib/context.ts'
import { isDomainAllowed } from '#lib/domain/email/email-domains.ts'
import { domainsOf } from '#lib/domain/identity-providers/identity-providers.ts'
import { type Standing, standingOf } from '#lib/domain/identity-providers/standing.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { heldScopes } from '#lib/domain/permissions/permissions.ts'
import type { IdentityProviderRecord, UserRecord } from '#lib/persistence/store.ts'
import { isAdministrativeScope } from '../scopes.ts'
import type { PendingIdentity } from './pending-identity.ts'

export interface ReadStanding {
  readonly provider: IdentityProviderRecord
  readonly standing: Standing
  /** The account with the address; null unless the address is proven. */
  readonly account: UserRecord | null
}

type NamedAddress = Pick<PendingIdentity, 'email' | 'isEmailProven'>

/**
 * Reads the possibilities of a person who came from a provider. Within a transaction, call it with the provider locked.
 * @returns null when the provider may no longer be used
 */
export async function readStanding(
  ctx: AnyContext,
  { providerId, ...named }: NamedAddress & Pick<PendingIdentity, 'providerId'>,
): Promise<ReadStanding | null> {
  const provider = await usableProvider(ctx, { id: providerId })
  return provider && standingAt(ctx, provider, named)
}

/**
 * True while a provider's word alone links its identity to a user: the rules hold, or another request linked it to that
 * user meanwhile.
 */
export async function isTrustedLink(
  ctx: AnyContext,
  provider: IdentityProviderRecord,
  pending: PendingIdentity,
  userId: number,
): Promise<boolean> {
  const holder = await ctx.store.userIdentities.find(pending)
  if (holder) return holder.userId === userId
  const { standing } = await standingAt(ctx, provider, pending)
  return standing.act === 'link' && standing.userId === userId
}

/** The same as `readStanding`, for a provider that may be used or not. */
export async function standingAt(
  ctx: AnyContext,
  provider: IdentityProviderRecord,
  { email, isEmailProven }: NamedAddress,
): Promise<ReadStanding> {
  const account = isEmailProven ? await ctx.store.users.findByEmail(email) : null
  const standing = standingOf({
    provider,
    domains: await domainsOf(ctx, provider.id),
    email: { address: email, isProven: isEmailProven },
    account: account && {
      id: account.id,
      enabled: account.enabled,
      emailVerified: account.emailVerified,
      isAdministrator: [...(await heldScopes(ctx, account.id))].some(isAdministrativeScope),
      isLinkedHere: (await ctx.store.userIdentities.findAt(account.id, provider.id)) !== null,
    },
    canMail: ctx.settings.smtpEnabled,
    isDomainAllowed: isDomainAllowed(ctx.settings, email),
  })
  return { provider, standing, account }
}

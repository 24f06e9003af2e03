import type { Context } from '#lib/context.ts'
import { isDomainAllowed } from '#lib/domain/email/email-domains.ts'
import { domainsOf } from '#lib/domain/identity-providers/identity-providers.ts'
import { type Standing, standingOf } from '#lib/domain/identity-providers/standing.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { userViolation } from '#lib/domain/permissions/administrators.ts'
import type { IdentityProviderRecord, UserRecord } from '#lib/persistence/store.ts'
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
  ctx: Context,
  { providerId, ...named }: NamedAddress & Pick<PendingIdentity, 'providerId'>,
): Promise<ReadStanding | null> {
  const provider = await usableProvider(ctx, { id: providerId })
  return provider && standingAt(ctx, provider, named)
}

/** The same for a provider that may be used or not. */
export async function standingAt(
  ctx: Context,
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
      emailVerified: account.emailVerified,
      isAdministrator: (await userViolation(ctx, account.id)) !== null,
      isLinkedHere: (await ctx.store.userIdentities.findAt(account.id, provider.id)) !== null,
    },
    canMail: ctx.settings.smtpEnabled,
    isDomainAllowed: isDomainAllowed(ctx.settings, email),
  })
  return { provider, standing, account }
}

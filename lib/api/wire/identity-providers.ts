import type { z } from 'zod'
import type {
  connectableProvider,
  identityProvider,
  userIdentity,
} from '#lib/api/contract/models/identity-providers.ts'
import type { Context } from '#lib/context.ts'
import { redirectUriOf } from '#lib/domain/identity-providers/identity-providers.ts'
import { profileClaimsOf } from '#lib/domain/identity-providers/mapping.ts'
import type { Preset } from '#lib/domain/identity-providers/presets.ts'
import { usableProviders } from '#lib/domain/identity-providers/usable.ts'
import type { NamedGroup } from '#lib/persistence/providers/provider-groups.ts'
import type {
  IdentityProviderRecord,
  ProviderStateRecord,
  UserIdentityRecord,
} from '#lib/persistence/store.ts'

type Wire = z.input<typeof identityProvider>

/** What belongs to a provider besides its own columns. */
interface Beside {
  readonly domains: readonly string[]
  readonly groups: readonly NamedGroup[]
  readonly links: number
  readonly dependents: number | null
  readonly state: ProviderStateRecord | null
}

/** Providers on the wire, without a secret. */
export async function identityProvidersToWire(
  ctx: Context,
  rows: readonly IdentityProviderRecord[],
): Promise<Wire[]> {
  const [domains, groups, states, links] = await Promise.all([
    ctx.store.identityProviders.domains(),
    ctx.store.providerGroups.listGroups(),
    ctx.store.identityProviders.listStates(),
    ctx.store.userIdentities.countByProvider(),
  ])
  return rows.map((row) =>
    toWire(ctx, row, {
      domains: domains.filter((one) => one.providerId === row.id).map(({ domain }) => domain),
      groups: groups.filter(({ providerId }) => providerId === row.id),
      state: states.find(({ providerId }) => providerId === row.id) ?? null,
      links: links.get(row.id) ?? 0,
      dependents: null,
    }),
  )
}

/** One provider, with the number of people who depend on it. */
export async function identityProviderToWire(
  ctx: Context,
  row: IdentityProviderRecord,
): Promise<Wire> {
  const [[wire], dependents] = await Promise.all([
    identityProvidersToWire(ctx, [row]),
    ctx.store.userIdentities.countDependent(row.id),
  ])
  if (!wire) throw new Error('One row has one answer.')
  return { ...wire, dependents }
}

function toWire(ctx: Context, row: IdentityProviderRecord, beside: Beside): Wire {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    alias: row.alias,
    redirectUri: redirectUriOf(ctx, row.alias),
    preset: row.preset as Preset,
    displayName: row.displayName,
    enabled: row.enabled,
    issuer: row.issuer,
    clientId: row.clientId,
    hasClientSecret: row.clientSecretEncrypted !== null,
    secretExpiresAt: row.secretExpiresAt?.toISOString().slice(0, 10) ?? '',
    tokenEndpointAuthMethod: row.tokenEndpointAuthMethod as Wire['tokenEndpointAuthMethod'],
    scopes: row.scopes,
    parameters: JSON.parse(row.parameters) as Record<string, string>,
    position: row.position,
    shownOnSignIn: row.shownOnSignIn,
    createUsers: row.createUsers as Wire['createUsers'],
    linking: row.linking as Wire['linking'],
    emailTrust: row.emailTrust as Wire['emailTrust'],
    secondFactor: row.secondFactor as Wire['secondFactor'],
    secondFactorValues: row.secondFactorValues,
    mapping: {
      profile: { ...profileClaimsOf(row) } as Record<string, string>,
      groupsClaim: row.groupsClaim,
      groups: Object.fromEntries(beside.groups.map(({ value, groupId }) => [value, groupId])),
    },
    mappedGroups: Object.fromEntries(
      beside.groups.map(({ value, groupIdentifier }) => [value, groupIdentifier]),
    ),
    syncProfile: row.syncProfile as Wire['syncProfile'],
    domains: [...beside.domains],
    links: beside.links,
    dependents: beside.dependents,
    lastFailure: beside.state?.lastFailure ?? '',
    lastFailureAt: beside.state?.lastFailureAt?.toISOString() ?? null,
    groupsMissing: beside.state?.groupsMissing ?? 0,
    groupsMissingAt: beside.state?.groupsMissingAt?.toISOString() ?? null,
    groupsMissingWhy: (beside.state?.groupsMissingWhy ?? '') as Wire['groupsMissingWhy'],
  }
}

/** The identities of a user on the wire, with the names of their providers. */
export async function userIdentitiesToWire(
  ctx: Context,
  rows: readonly UserIdentityRecord[],
): Promise<z.input<typeof userIdentity>[]> {
  if (rows.length === 0) return []
  const [providers, usable] = await Promise.all([
    ctx.store.identityProviders.list(),
    usableProviders(ctx),
  ])
  return rows.flatMap((row) => {
    const provider = providers.find(({ id }) => id === row.providerId)
    if (!provider) return []
    return {
      id: row.id,
      provider: provider.alias,
      providerName: provider.displayName,
      preset: provider.preset as Preset,
      email: row.email,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      usable: usable.some(({ id }) => id === provider.id),
    }
  })
}

/** A provider on the wire for a user who could connect an account there. */
export function connectableToWire({
  alias,
  displayName: name,
  preset,
}: IdentityProviderRecord): z.input<typeof connectableProvider> {
  return { alias, name, preset: preset as Preset }
}

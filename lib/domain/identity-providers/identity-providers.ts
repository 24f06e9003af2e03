import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, AnyContext, Context } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { invalidField, invalidValue } from '#lib/domain/values/validation.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import type { CheckedProvider, ProviderFields } from './fields.ts'
import { requireMappable } from './mapped-groups.ts'
import type { CheckedMapping } from './mapping.ts'

/** The largest number of providers. */
const maxProviders = 30

/** The redirect URI to register at the provider. */
export function redirectUriOf({ config }: Pick<Context, 'config'>, alias: string): string {
  return `${config.baseUrl}/auth/provider/${alias}/callback`
}

/** The place that a provider's secret is sealed for: the alias never changes. */
export function clientSecretPlace(alias: string) {
  return `identity_providers.client_secret_encrypted/${alias}` as const
}

/** The secret in the clear; '' for none. */
export function openClientSecret(
  { cipher }: Pick<Context, 'cipher'>,
  { alias, clientSecretEncrypted }: IdentityProviderRecord,
): string {
  return clientSecretEncrypted ? cipher.open(clientSecretEncrypted, clientSecretPlace(alias)) : ''
}

/** @throws Refusal NOT_FOUND */
export async function findProvider(ctx: AnyContext, id: number): Promise<IdentityProviderRecord> {
  const provider = await ctx.store.identityProviders.findById(id)
  if (!provider) throw refuse('NOT_FOUND')
  return provider
}

/**
 * Adds a provider, at the end of the sign-in page. Writes `created_identity_provider`.
 * @throws Refusal VALIDATION_ERROR: too many, or alias or domain taken
 */
export async function createProvider(
  tx: AdminTx,
  { fields, clientSecret = '', domains = [], groups = [] }: CheckedProvider,
  loggedInUser: string,
): Promise<IdentityProviderRecord> {
  const others = await tx.store.identityProviders.list()
  if (others.length >= maxProviders) {
    throw invalidValue(`There may be at most ${maxProviders} identity providers.`)
  }
  if (others.some(({ alias }) => alias === fields.alias)) throw invalidField('alias', 'is taken')
  const provider = await tx.store.identityProviders
    .insert({
      ...fields,
      createdAt: tx.now,
      updatedAt: tx.now,
      position: Math.max(0, ...others.map(({ position }) => position + 1)),
      clientSecretEncrypted: sealed(tx, fields.alias, clientSecret),
    })
    .catch(refuseTaken('alias'))
  await tx.store.identityProviders.setDomains(provider.id, domains).catch(refuseTaken('domains'))
  await requireMappable(tx, groups)
  await tx.store.providerGroups.setGroups(provider.id, groups)
  const { id: providerId, alias } = provider
  audit(tx, 'created_identity_provider', { providerId, alias, loggedInUser })
  return provider
}

interface ProviderUpdate {
  /** The caller accepts that links are removed. */
  readonly forgetsLinks: boolean
  /** The provider gives every client other subjects. */
  readonly isPairwise: boolean
  readonly loggedInUser: string
}

/**
 * Changes a provider. A subject is valid only with its issuer, so another issuer removes the links. Writes
 * `updated_identity_provider` with the names of the changed fields; nothing when nothing changed.
 * @param own as read for the check
 * @throws Refusal NOT_FOUND, VALIDATION_ERROR, CONCURRENT_UPDATE (changed meanwhile, or links would be lost)
 */
export async function updateProvider(
  tx: AdminTx,
  own: IdentityProviderRecord,
  { fields, clientSecret, domains, groups }: CheckedProvider,
  { forgetsLinks, isPairwise, loggedInUser }: ProviderUpdate,
): Promise<IdentityProviderRecord> {
  const { id, alias } = own
  const before = await tx.store.identityProviders.lock(id)
  if (!before) throw refuse('NOT_FOUND')
  if (before.updatedAt.getTime() !== own.updatedAt.getTime()) throw refuse('CONCURRENT_UPDATE')
  const stored = await domainsOf(tx, id)
  const mapped = await tx.store.providerGroups.groupsOf(id)
  const changed = changedFields(before, fields)
  // Another client gets other subjects, so the links are void. Microsoft's pairwise subjects are not used.
  const hasOtherSubjects =
    changed.includes('clientId') && isPairwise && fields.preset !== 'microsoft'
  const isOther = changed.includes('issuer') || changed.includes('preset') || hasOtherSubjects
  if (isOther) await forgetIdentities(tx, id, forgetsLinks)
  if (clientSecret !== undefined) changed.push('clientSecret')
  if (domains && domains.toSorted().join() !== stored.join()) changed.push('domains')
  if (groups && textOf(groups) !== textOf(mapped)) changed.push('groups')
  if (changed.length === 0) return before
  await tx.store.identityProviders.change(id, {
    ...fields,
    updatedAt: tx.now,
    ...(clientSecret === undefined
      ? {}
      : { clientSecretEncrypted: sealed(tx, alias, clientSecret) }),
  })
  if (domains)
    await tx.store.identityProviders.setDomains(id, domains).catch(refuseTaken('domains'))
  if (groups) {
    await requireMappable(tx, groups)
    await tx.store.providerGroups.setGroups(id, groups)
  }
  await tx.store.identityProviders.forgetMissingGroups(id)
  audit(tx, 'updated_identity_provider', { providerId: id, alias, changed, loggedInUser })
  return findProvider(tx, id)
}

/**
 * Removes a provider with the links of its people. Writes `deleted_identity_provider`.
 * @throws Refusal NOT_FOUND
 */
export async function removeProvider(tx: AdminTx, id: number, loggedInUser: string): Promise<void> {
  const provider = await tx.store.identityProviders.lock(id)
  if (!provider) throw refuse('NOT_FOUND')
  const links = await tx.store.userIdentities.removeOfProvider(id)
  await tx.store.identityProviders.remove(id)
  const { alias } = provider
  audit(tx, 'deleted_identity_provider', { providerId: id, alias, links, loggedInUser })
}

/**
 * Puts the providers in another order. Writes `updated_identity_provider` for those that moved.
 * @param expected the order as last read; null skips the check
 * @throws Refusal VALIDATION_ERROR, CONCURRENT_UPDATE
 */
export async function orderProviders(
  tx: AdminTx,
  ids: readonly number[],
  expected: readonly number[] | null | undefined,
  loggedInUser: string,
): Promise<void> {
  const stored = await tx.store.identityProviders.list()
  const now = stored.map(({ id }) => id)
  if (expected && expected.join() !== now.join()) throw refuse('CONCURRENT_UPDATE')
  const isSame = ids.length === stored.length && stored.every(({ id }) => ids.includes(id))
  if (!isSame || new Set(ids).size !== ids.length) {
    throw invalidField('ids', 'must name every identity provider once')
  }
  for (const { id, alias, position } of stored) {
    const next = ids.indexOf(id)
    if (next === position) continue
    await tx.store.identityProviders.change(id, { position: next, updatedAt: tx.now })
    const changed = ['position']
    audit(tx, 'updated_identity_provider', { providerId: id, alias, changed, loggedInUser })
  }
}

/** The domains of one provider, sorted. */
export async function domainsOf(ctx: AnyContext, id: number): Promise<string[]> {
  const all = await ctx.store.identityProviders.domains()
  return all.filter(({ providerId }) => providerId === id).map(({ domain }) => domain)
}

function changedFields(before: IdentityProviderRecord, fields: ProviderFields): string[] {
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  return (Object.keys(fields) as (keyof ProviderFields)[]).filter(
    (name) => text(before[name]) !== text(fields[name]),
  )
}

function textOf(groups: CheckedMapping['groups']): string {
  return groups
    .map(({ value, groupId }) => JSON.stringify([value, groupId]))
    .toSorted()
    .join()
}

async function forgetIdentities(tx: AdminTx, id: number, mayForget: boolean): Promise<void> {
  const links = (await tx.store.userIdentities.countByProvider()).get(id) ?? 0
  if (links > 0 && !mayForget) {
    const description =
      `${links} accounts are linked to this provider. Their links mean nothing with another ` +
      'issuer: send forgetLinks to remove them.'
    throw refuse('CONCURRENT_UPDATE', { description })
  }
  await tx.store.userIdentities.removeOfProvider(id)
  await tx.store.identityProviders.forgetState(id)
}

function sealed(tx: AdminTx, alias: string, secret: string) {
  return secret === '' ? null : tx.cipher.seal(secret, clientSecretPlace(alias))
}

function refuseTaken(field: string) {
  return (error: unknown): never => {
    throw isUniqueViolation(error) ? invalidField(field, 'is taken') : error
  }
}

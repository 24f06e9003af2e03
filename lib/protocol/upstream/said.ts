import type { AdminTx, Context } from '#lib/context.ts'
import type { Claims } from '#lib/domain/identity-providers/email-trust.ts'
import { groupsIn, mappedClaims, profileIn } from '#lib/domain/identity-providers/mapped-claims.ts'
import type { FieldColumns } from '#lib/domain/users/profile.ts'
import { changeUser } from '#lib/domain/users/users.ts'
import type { IdentityProviderRecord, UserRecord } from '#lib/persistence/store.ts'
import type { Identity } from './identity.ts'

/** The mapped values of a provider's claims. */
export interface Said {
  readonly profile: FieldColumns
  /** The values that name groups; null: the provider did not state them, or the mapping does not need them. */
  readonly groups: readonly string[] | null
}

/**
 * Reads the mapped values from claims. A sign-in without groups is counted, for the console.
 * @param isNew the account is made now
 */
export async function readSaid(
  ctx: Context,
  provider: IdentityProviderRecord,
  claims: Claims,
  isNew: boolean,
): Promise<Said> {
  const profile = profileIn(ctx, provider, claims, isNew)
  if (provider.groupsClaim === '') return { profile, groups: null }
  const said = groupsIn(provider, claims)
  if ('values' in said) return { profile, groups: said.values }
  const { missing: why } = said
  await ctx.store.identityProviders.noteMissingGroups(provider.id, { at: ctx.now, why })
  return { profile, groups: null }
}

/** The same for a linked user: claims are fetched only if a sign-in takes something over. */
export async function saidByLinked(
  ctx: Context,
  provider: IdentityProviderRecord,
  identity: Identity,
): Promise<Said> {
  const wanted = mappedClaims(provider, false)
  if (wanted.length === 0) return { profile: {}, groups: null }
  return readSaid(ctx, provider, await identity.claims(wanted), false)
}

/**
 * Takes over the profile of a linked user. Writes `updated_user_profile` if something changes.
 * @param user locked
 */
export async function takeProfile(
  tx: AdminTx,
  user: UserRecord,
  profile: FieldColumns,
): Promise<void> {
  const isSame = Object.entries(profile).every(
    ([column, value]) => user[column as keyof FieldColumns] === value,
  )
  if (isSame) return
  await changeUser(tx, user.id, profile, { event: 'updated_user_profile', loggedInUser: '' })
}

import type { AdminTx, Context } from '#lib/context.ts'
import type { Claims } from '#lib/domain/identity-providers/email-trust.ts'
import { groupsIn, mappedClaims, profileIn } from '#lib/domain/identity-providers/mapped-claims.ts'
import type { FieldColumns } from '#lib/domain/users/profile.ts'
import { changeUser } from '#lib/domain/users/users.ts'
import type { IdentityProviderRecord, UserRecord } from '#lib/persistence/store.ts'
import type { Identity } from './identity.ts'

/** What a provider says about a person that is taken over here. */
export interface Said {
  readonly profile: FieldColumns
  /** The values that name groups; null: the provider did not say, or nobody asked. */
  readonly groups: readonly string[] | null
}

/**
 * Reads what is mapped in claims. A sign-in without groups is counted, for the console.
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

/** The same of somebody who is linked: asked for only where a sign-in takes something over. */
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
 * Takes over the profile of a linked user. Writes `updated_user_profile` when it changes something.
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

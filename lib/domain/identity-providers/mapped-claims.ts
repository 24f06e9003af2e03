import { Refusal } from '#lib/answers/refusal.ts'
import type { Context } from '#lib/context.ts'
import { checkField, type FieldColumns, type SingleField } from '#lib/domain/users/profile.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import type { Claims } from './email-trust.ts'
import { profileClaimsOf } from './mapping.ts'

/** The reason why claims do not name the groups. */
export type GroupsMissing = 'absent' | 'elsewhere' | 'too_many' | 'unreadable'

/** The values that name groups, or the reason for their absence. */
export type SaidGroups =
  | { readonly values: readonly string[] }
  | { readonly missing: GroupsMissing }

/** The paths of the claims that a provider's mapping reads. */
export function mappedClaims(provider: IdentityProviderRecord, isNew: boolean): string[] {
  const { groupsClaim } = provider
  const profile = takesProfile(provider, isNew) ? Object.values(profileClaimsOf(provider)) : []
  return groupsClaim === '' ? profile : [...profile, groupsClaim]
}

function takesProfile({ syncProfile }: IdentityProviderRecord, isNew: boolean): boolean {
  return syncProfile === 'always' || (syncProfile === 'creation' && isNew)
}

/** A claim by its name, or by the names of nested objects with dots between; undefined when there is none. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const name of path.split('.')) {
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found)
    if (!isObject || !Object.hasOwn(found as object, name)) return undefined
    found = (found as Claims)[name]
  }
  return found
}

/**
 * The profile in the claims. Values that break the rules of a field, or are no text, are left out.
 * @param isNew the account is made now
 */
export function profileIn(
  ctx: Pick<Context, 'now'>,
  provider: IdentityProviderRecord,
  claims: Claims,
  isNew: boolean,
): FieldColumns {
  if (!takesProfile(provider, isNew)) return {}
  const columns: FieldColumns = {}
  for (const [field, path] of Object.entries(profileClaimsOf(provider))) {
    const value = claimAt(claims, path)
    if (typeof value !== 'string') continue
    Object.assign(columns, fitting(ctx, field as SingleField, value.normalize()))
  }
  return columns
}

function fitting(ctx: Pick<Context, 'now'>, field: SingleField, value: string): FieldColumns {
  try {
    return checkField(ctx, field, value)
  } catch (error) {
    if (error instanceof Refusal) return {}
    throw error
  }
}

/**
 * The groups in the claims. A claim is no empty list if it is absent, if the provider keeps it elsewhere (OpenID
 * Connect Core 1.0 section 5.6.2), or if it was left out for its length: no user loses a group by it.
 */
export function groupsIn(
  { groupsClaim }: Pick<IdentityProviderRecord, 'groupsClaim'>,
  claims: Claims,
): SaidGroups {
  const elsewhere = claims._claim_names
  const isElsewhere =
    typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, groupsClaim)
  if (isElsewhere) return { missing: 'elsewhere' }
  if (claims.hasgroups === true || claims.hasgroups === 'true') return { missing: 'too_many' }
  const said = claimAt(claims, groupsClaim)
  if (said === undefined || said === null) return { missing: 'absent' }
  const values = Array.isArray(said) ? (said as unknown[]) : [said]
  const isText = (value: unknown): value is string => typeof value === 'string'
  return values.every(isText) ? { values } : { missing: 'unreadable' }
}

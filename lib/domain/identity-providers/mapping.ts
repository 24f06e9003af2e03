import { codePoints, isOneLine } from '#lib/base/text/text.ts'
import { type SingleField, singleFields } from '#lib/domain/users/profile.ts'
import { invalidField } from '#lib/domain/values/validation.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'

/** The values taken over from a provider's claims, as sent. Absent parts are empty. */
export interface SentMapping {
  /** The claim that fills a field of the profile. */
  readonly profile?: Readonly<Record<string, string>> | null | undefined
  readonly groupsClaim?: string | null | undefined
  /** The id of the group that a value of that claim means. */
  readonly groups?: Readonly<Record<string, number>> | null | undefined
}

/** A provider's columns of its mapping, and its groups. */
export interface CheckedMapping {
  readonly columns: Pick<IdentityProviderRecord, 'profileClaims' | 'groupsClaim'>
  /** Ids by the value that names the group; whether the groups exist is checked when they are stored. */
  readonly groups: readonly { readonly value: string; readonly groupId: number }[]
}

export type ProfileClaims = Readonly<Partial<Record<SingleField, string>>>

/** The initial mapping of a new provider. */
export const firstProfileClaims = JSON.stringify({
  givenName: 'given_name',
  familyName: 'family_name',
} satisfies ProfileClaims)

const maxGroups = 100
const maxClaim = 200
/** A name, or names of nested objects with dots between. */
const maxDepth = 3

/**
 * Checks a mapping. Address and username are never taken over: a person who changes them at the provider would become
 * another user here.
 * @param preset GitHub names no groups
 * @throws Refusal VALIDATION_ERROR
 */
export function checkMapping(preset: string, sent: SentMapping): CheckedMapping {
  const profile = Object.entries(sent.profile ?? {}).filter(([, claim]) => claim.trim() !== '')
  for (const [field, claim] of profile) {
    if (!isSingleField(field)) {
      throw invalidField('mapping', `may fill only ${singleFields.join(', ')}`)
    }
    if (!isClaim(claim.trim())) throw invalidField('mapping', claimRule)
  }
  const groupsClaim = (sent.groupsClaim ?? '').trim()
  if (groupsClaim !== '' && !isClaim(groupsClaim)) throw invalidField('mapping', claimRule)
  if (groupsClaim !== '' && preset === 'github') {
    throw invalidField('mapping', 'may not name groups: GitHub does not say them')
  }
  const groups = Object.entries(sent.groups ?? {}).map(([value, groupId]) => ({ value, groupId }))
  if (groups.length > maxGroups || groups.some(({ value }) => !isValue(value))) {
    throw invalidField(
      'mapping',
      `may have at most ${maxGroups} groups, each named by 1 to ${maxClaim} characters on one line`,
    )
  }
  if (groups.length > 0 && groupsClaim === '') {
    throw invalidField('mapping', 'must name the claim that names the groups')
  }
  const trimmed = profile.map(([field, claim]) => [field, claim.trim()])
  const profileClaims = JSON.stringify(Object.fromEntries(trimmed))
  return { columns: { profileClaims, groupsClaim }, groups }
}

const claimRule = `must name claims by at most ${maxClaim} characters, nested ones by at most ${maxDepth} names with dots`

function isSingleField(name: string): name is SingleField {
  return singleFields.some((field) => field === name)
}

/** Names of claims that are addresses contain dots themselves. */
function isClaim(claim: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(claim) || claim.length > maxClaim) return false
  return claim.includes('://') || claim.split('.').length <= maxDepth
}

function isValue(value: string): boolean {
  return value.trim() !== '' && isOneLine(value) && codePoints(value) <= maxClaim
}

/** The claims that fill the profile. */
export function profileClaimsOf({
  profileClaims,
}: Pick<IdentityProviderRecord, 'profileClaims'>): ProfileClaims {
  return JSON.parse(profileClaims) as ProfileClaims
}

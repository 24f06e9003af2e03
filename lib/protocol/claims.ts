import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { phoneClaim } from '#lib/domain/users/phone.ts'
import { pictureUrl } from '#lib/domain/users/profile-picture.ts'
import type { PicturedUser, Store, UserRecord } from '#lib/persistence/store.ts'

type GroupOfUser = Awaited<ReturnType<Store['groups']['ofUser']>>[number]
type AttributeOfUser = Awaited<ReturnType<Store['users']['attributes']>>[number]
/** Members of a JSON object, without the claims that have no value. */
export type Claims = Record<string, unknown>

export interface ClaimsSource {
  readonly user: UserRecord
  readonly hasPicture: boolean
  /** In E.164; '' for none. */
  readonly phoneNumber: string
  readonly attributes: readonly AttributeOfUser[]
  /** Ordered by group, each with its attributes. */
  readonly groups: readonly GroupOfUser[]
}

/** Selects the flag of a group or an attribute that decides on its inclusion. */
export type ClaimsTarget = 'idToken' | 'accessToken'

interface Included {
  readonly includeInIdToken: boolean
  readonly includeInAccessToken: boolean
}

/**
 * Loads the data of a user's claims, reading only the data that these scopes can request.
 * @param scopes absent: everything
 */
export async function loadClaimsSource(
  ctx: Context,
  user: UserRecord | PicturedUser,
  scopes?: readonly string[],
): Promise<ClaimsSource> {
  const asks = (...names: string[]) => !scopes || names.some((name) => scopes.includes(name))
  const [hasPicture, phoneNumber, attributes, groups] = await Promise.all([
    asks('profile') && picturesOf(ctx, user),
    asks('phone') ? phoneClaim(user) : '',
    asks('attributes') ? ctx.store.users.attributes(user.id) : [],
    asks('groups', 'attributes') ? ctx.store.groups.ofUser(user.id) : [],
  ])
  return { user, hasPicture, phoneNumber, attributes, groups }
}

function picturesOf(ctx: Context, user: UserRecord | PicturedUser): boolean | Promise<boolean> {
  return 'hasPicture' in user ? user.hasPicture : ctx.store.images.hasPicture(user.id)
}

/**
 * Claims of the scopes `profile`, `email`, `address` and `phone` (OpenID Connect Core 1.0 section 5.4), the same
 * for tokens and UserInfo. `openid` itself gives `sub`, which the caller writes.
 */
export function userClaims(ctx: Context, source: ClaimsSource, scopes: readonly string[]): Claims {
  const { user } = source
  return {
    ...(scopes.includes('profile') ? profileClaims(ctx, source) : {}),
    ...(scopes.includes('email')
      ? { ...filled({ email: user.email }), email_verified: user.emailVerified }
      : {}),
    ...(scopes.includes('address') ? addressClaim(user) : {}),
    ...(scopes.includes('phone')
      ? {
          ...filled({ phone_number: source.phoneNumber }),
          phone_number_verified: user.phoneNumberVerified,
        }
      : {}),
  }
}

/**
 * Claims of the scopes `groups` and `attributes` that are marked for the target. The setting for user claims does
 * not affect them.
 */
export function markedClaims(
  source: ClaimsSource,
  scopes: readonly string[],
  target: ClaimsTarget,
): Claims {
  return {
    ...(scopes.includes('groups') ? groupClaims(source, target) : {}),
    ...(scopes.includes('attributes') ? attributeClaims(source, target) : {}),
  }
}

/** `groups`: identifiers of the groups marked for the target; no claim when there are none. */
function groupClaims(source: ClaimsSource, target: ClaimsTarget): Claims {
  const groups = source.groups.filter((group) => isIncluded(group, target))
  return groups.length === 0 ? {} : { groups: groups.map((group) => group.groupIdentifier) }
}

/**
 * `attributes`: keys and values marked for the target, the user's own first. A group's attribute replaces an
 * earlier attribute with the same key. No claim when there are none.
 */
function attributeClaims(source: ClaimsSource, target: ClaimsTarget): Claims {
  const marked = attributesInOrder(source).filter(({ attribute }) => isIncluded(attribute, target))
  if (marked.length === 0) return {}
  return {
    attributes: Object.fromEntries(marked.map(({ attribute: { key, value } }) => [key, value])),
  }
}

/** An attribute that a user has, with the group that it comes from; null for the user's own. */
export interface SourcedAttribute {
  readonly attribute: AttributeOfUser | GroupOfUser['attributes'][number]
  readonly group: GroupOfUser | null
}

/** Every attribute of a user. Of those marked for a token, the last one with a key is the claim. */
export function attributesInOrder({ attributes, groups }: ClaimsSource): SourcedAttribute[] {
  return [
    ...attributes.map((attribute) => ({ attribute, group: null })),
    ...groups.flatMap((group) => group.attributes.map((attribute) => ({ attribute, group }))),
  ]
}

function profileClaims(ctx: Context, { user, hasPicture }: ClaimsSource): Claims {
  return {
    ...filled({
      // OpenID Connect Core 1.0 section 5.1: "ordered according to the End-User's locale".
      name: fullName(user),
      given_name: user.givenName,
      middle_name: user.middleName,
      family_name: user.familyName,
      nickname: user.nickname,
      preferred_username: user.username,
    }),
    profile: `${ctx.config.baseUrl}/account/profile`,
    ...filled({
      picture: hasPicture ? pictureUrl(ctx, user) : '',
      website: user.website,
      gender: user.gender,
      birthdate: user.birthDate ?? '',
      zoneinfo: user.zoneInfo,
      locale: user.locale,
    }),
    updated_at: epochSeconds(user.updatedAt),
  }
}

function addressClaim(user: UserRecord): Claims {
  const lines = [user.addressLine1, user.addressLine2].filter((line) => line.trim() !== '')
  const parts = filled({
    street_address: lines.join('\r\n'),
    locality: user.addressLocality,
    region: user.addressRegion,
    postal_code: user.addressPostalCode,
    country: user.addressCountry,
  })
  if (Object.keys(parts).length === 0) return {}
  const formatted = 'country' in parts ? Object.values(parts).join('\r\n') : ''
  return { address: { ...filled({ formatted }), ...parts } }
}

/** Leaves out blank values; the others stay as stored, untrimmed. */
function filled(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}

export function isIncluded(item: Included, target: ClaimsTarget): boolean {
  return target === 'idToken' ? item.includeInIdToken : item.includeInAccessToken
}

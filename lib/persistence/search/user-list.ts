import { sql } from 'kysely'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import type { Provider } from '../database/provider.ts'
import type { AdminSource } from '../database/sources.ts'
import type { Queries, Sql } from '../database/tables.ts'
import {
  allOf,
  among,
  before,
  beforeOrNever,
  by,
  type Direction,
  equals,
  type ListedIds,
  type Listing,
  listedIds,
  never,
  type Part,
  since,
} from './listing.ts'
import { hasUnfolded } from './user-text-folding.ts'
import { isFrequent, isIndexed, matchOf, userQuery, usersByIndex } from './user-texts.ts'

/** Filters of a list of users; absent for any. */
export interface UserFilter {
  readonly ids?: readonly number[] | undefined
  readonly enabled?: boolean | undefined
  readonly emailVerified?: boolean | undefined
  readonly twoFactor?: boolean | undefined
  /** With, or without, a passkey. */
  readonly passkey?: boolean | undefined
  /** True or false: the user holds one of the permissions, or none, directly and through groups. */
  readonly holds?: { readonly permissions: readonly number[]; readonly any: boolean } | undefined
  /** Holds this permission, directly or through a group. */
  readonly permission?: number | undefined
  readonly group?: number | undefined
  readonly createdSince?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly signedInSince?: Date | undefined
  /** Last signed in before this, or never. */
  readonly signedInBefore?: Date | undefined
  readonly neverSignedIn?: boolean | undefined
}

/** The columns that users can be sorted by. */
export type UserSort = 'name' | 'email' | 'lastSignInAt' | 'createdAt'

export interface UserListing {
  /** Words, as in `UserSearch`. */
  readonly text: string
  readonly filter: UserFilter
  readonly sort: UserSort
  readonly direction: Direction
}

/** Ids of the users that match a filter and a search, in the order of a sort. */
export async function listUserIds(
  { queries, provider }: AdminSource,
  { text, filter, sort, direction }: UserListing,
  part: Part,
): Promise<ListedIds> {
  const found = await foundBy(queries, provider, text)
  const listing: Listing = {
    from: sql.raw('"users"'),
    id: sql.raw('"users"."id"'),
    condition: allOf([found, ...conditionsOf(filter)]),
    order: orders[sort](direction),
  }
  return listedIds(queries, listing, part)
}

/** Users with a name precede those without one, in either direction. */
const orders: Readonly<Record<UserSort, (direction: Direction) => Sql>> = {
  name: (direction) =>
    sql`${sql.raw(`"users"."given_name" = '' AND "users"."family_name" = ''`)},
      ${by('"users"."given_name"', direction)}, ${by('"users"."family_name"', direction)}`,
  email: (direction) => by('"users"."email"', direction),
  lastSignInAt: (direction) => by('"users"."last_sign_in_at"', direction, true),
  createdAt: (direction) => by('"users"."created_at"', direction),
}

async function foundBy(queries: Queries, provider: Provider, typed: string): Promise<Sql | null> {
  const text = withoutInvisible(typed)
  if (text === '') return null
  const query = userQuery(text)
  if (!query) return sql`FALSE`
  const isAnyUnfolded = await hasUnfolded(queries, provider)
  if (isIndexed(query) && !(await isFrequent(queries, provider, query))) {
    const matches = usersByIndex(provider, query, everyMatch, isAnyUnfolded)
    return sql`"users"."id" IN (SELECT "user_id" FROM (${matches}) AS "found")`
  }
  const isMatch = matchOf(provider, query, isAnyUnfolded)
  return sql`"users"."id" IN (SELECT "user_id" FROM "user_texts" WHERE ${isMatch})`
}

/** The largest number that PostgreSQL's `integer` holds. */
const everyMatch = 2_147_483_647

function conditionsOf(filter: UserFilter): (Sql | null)[] {
  const { holds, permission, group } = filter
  return [
    among('"users"."id"', filter.ids),
    equals('"users"."enabled"', filter.enabled),
    equals('"users"."email_verified"', filter.emailVerified),
    equals('"users"."otp_enabled"', filter.twoFactor),
    holds ? holdsOneOf(holds.permissions, holds.any) : null,
    permission === undefined ? null : holdsOneOf([permission], true),
    group === undefined
      ? null
      : sql`"users"."id" IN (SELECT "user_id" FROM "user_groups" WHERE "group_id" = ${group})`,
    since('"users"."created_at"', filter.createdSince),
    before('"users"."created_at"', filter.createdBefore),
    since('"users"."last_sign_in_at"', filter.signedInSince),
    beforeOrNever('"users"."last_sign_in_at"', filter.signedInBefore),
    never('"users"."last_sign_in_at"', filter.neverSignedIn),
    filter.passkey === undefined
      ? null
      : sql.raw(
          `"users"."id" ${filter.passkey ? 'IN' : 'NOT IN'} (SELECT "user_id" FROM "passkeys")`,
        ),
  ]
}

function holdsOneOf(permissions: readonly number[], any: boolean): Sql {
  if (permissions.length === 0) return any ? sql`FALSE` : sql`TRUE`
  const ids = sql.join([...permissions])
  return sql`"users"."id" ${sql.raw(any ? 'IN' : 'NOT IN')} (
    SELECT "user_id" FROM "user_permissions" WHERE "permission_id" IN (${ids})
    UNION SELECT "user_groups"."user_id" FROM "group_permissions"
      JOIN "user_groups" ON "user_groups"."group_id" = "group_permissions"."group_id"
      WHERE "group_permissions"."permission_id" IN (${ids}))`
}

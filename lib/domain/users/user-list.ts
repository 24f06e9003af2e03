import type { Context } from '#lib/context.ts'
import type { ListedIds, Part } from '#lib/persistence/search/listing.ts'
import type { UserFilter, UserSort } from '#lib/persistence/search/user-list.ts'
import { administrativePermissionIds } from '../permissions/administrators.ts'

/** The query of a list of users. */
export interface UserList extends Omit<UserFilter, 'holds'> {
  /** Words. */
  readonly text: string
  readonly administrator?: boolean | undefined
  readonly sort?: UserSort | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

/** Finds the users whom a search and a filter leave, sorted. */
export async function listUsers(ctx: Context, list: UserList, part: Part): Promise<ListedIds> {
  const { text, administrator, sort = 'name', order = 'asc', ...filter } = list
  const holds =
    administrator === undefined
      ? undefined
      : { permissions: [...(await administrativePermissionIds(ctx))], any: administrator }
  return ctx.store.users.listUserIds(
    { text, filter: { ...filter, holds }, sort, direction: order },
    part,
  )
}

export interface DescribedUser {
  /** Holds an administrative permission, directly or through a group. */
  readonly administrator: boolean
  /** The first ones by identifier. */
  readonly groups: string[]
  readonly groupCount: number
}

/** Facts about each user that a list shows besides the record. */
export async function describeUsers(
  ctx: Context,
  ids: readonly number[],
): Promise<(id: number) => DescribedUser> {
  const { users } = ctx.store
  const administrative = [...(await administrativePermissionIds(ctx))]
  const [groups, administrators] = await Promise.all([
    users.groupsAmong(ids),
    users.holdersOfAny(ids, administrative),
  ])
  return (id: number) => ({
    administrator: administrators.has(id),
    groups: [...(groups.get(id)?.names ?? [])],
    groupCount: groups.get(id)?.count ?? 0,
  })
}

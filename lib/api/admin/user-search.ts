import type { z } from 'zod'
import type * as contract from '#lib/api/contract/admin/users.ts'
import { isExtended, maxListedIds } from '#lib/api/contract/list-parameters.ts'
import type { foundUser } from '#lib/api/contract/models/users.ts'
import type { Input } from '#lib/api/operation.ts'
import { foundUserToWire, userDetailsToWire } from '#lib/api/wire/users.ts'
import type { Context } from '#lib/context.ts'
import { describeUsers, listUsers } from '#lib/domain/users/user-list.ts'

type Query = Input<typeof contract.searchUsers>['query']

type Found = z.input<typeof foundUser>

interface Answer {
  readonly users: Found[]
  readonly total: number
  readonly ids?: number[]
}

/** The users of a search: the plain one, or one that sorts, narrows or extends. */
export async function foundUsers(ctx: Context, query: Query): Promise<Answer> {
  if (query.onlyIds) return onlyIds(ctx, query)
  const { users: found, total } = isExtended(query)
    ? await sortedUsers(ctx, query)
    : await plainUsers(ctx, query)
  return { users: query.details ? await withDetails(ctx, found) : found, total }
}

function plainUsers(ctx: Context, { query: text = '', page, size }: Query) {
  return ctx.store.users
    .search({ text, page, size })
    .then(({ users, total }) => ({ users: users.map(foundUserToWire), total }))
}

async function onlyIds(ctx: Context, query: Query): Promise<Answer> {
  const { ids, total } = await listUsers(ctx, listOf(query), { most: maxListedIds })
  return { users: [], total, ids: total > maxListedIds ? [] : [...ids] }
}

async function sortedUsers(ctx: Context, query: Query) {
  const { ids, total } = await listUsers(ctx, listOf(query), query)
  return { users: (await ctx.store.users.listed(ids)).map(foundUserToWire), total }
}

async function withDetails(ctx: Context, found: readonly Found[]): Promise<Found[]> {
  const ids = found.map(({ id }) => id)
  const [rows, described] = await Promise.all([
    ctx.store.users.listed(ids),
    describeUsers(ctx, ids),
  ])
  return rows.map((row) => ({
    ...foundUserToWire(row),
    ...userDetailsToWire(row),
    ...described(row.id),
  }))
}

function listOf({ query, page, size, onlyIds, details, ...list }: Query) {
  const { annotateGroupMembership, annotatePermissionId, ...filter } = list
  return { ...filter, text: query ?? '' }
}

import type * as contract from '#lib/api/contract/admin/groups.ts'
import { isExtended, maxListedIds } from '#lib/api/contract/list-parameters.ts'
import type { Input } from '#lib/api/operation.ts'
import type { Context } from '#lib/context.ts'
import type { CountedGroup } from '#lib/persistence/groups/counted-groups.ts'

type Query = Input<typeof contract.searchGroups>['query']

interface Found {
  readonly groups: readonly CountedGroup[]
  readonly total: number
  readonly ids?: number[]
}

/** The groups of a search: the plain one, or one that sorts or narrows. */
export async function foundGroups(ctx: Context, query: Query): Promise<Found> {
  const { groups } = ctx.store
  const { page, size } = query
  if (query.onlyIds) {
    const { ids, total } = await listIds(ctx, query, { most: maxListedIds })
    return { groups: [], total, ids: total > maxListedIds ? [] : [...ids] }
  }
  if (!isExtended(query)) {
    const found = await groups.search(query.query, page, size)
    return { groups: found, total: await groups.countMatching(query.query) }
  }
  const { ids, total } = await listIds(ctx, query, query)
  return { groups: await groups.listed(ids), total }
}

type Listing = Parameters<Context['store']['groups']['listGroupIds']>

function listIds(ctx: Context, query: Query, part: Listing[1]) {
  const { query: text, sort = 'identifier', order: direction = 'asc', ...filter } = query
  return ctx.store.groups.listGroupIds({ text, filter, sort, direction }, part)
}

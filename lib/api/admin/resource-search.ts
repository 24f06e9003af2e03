import type { z } from 'zod'
import type * as contract from '#lib/api/contract/admin/resources.ts'
import { isExtended, maxListedIds } from '#lib/api/contract/list-parameters.ts'
import type { foundResource } from '#lib/api/contract/models/resources.ts'
import type { Input } from '#lib/api/operation.ts'
import { resourceToWire } from '#lib/api/wire/resources.ts'
import type { Context } from '#lib/context.ts'

type Query = Input<typeof contract.searchResources>['query']

interface Answer {
  readonly resources: z.input<typeof foundResource>[]
  readonly total: number
  readonly ids?: number[]
}

/** The resources of a search: the plain one, or one that sorts, narrows or extends. */
export async function foundResources(ctx: Context, query: Query): Promise<Answer> {
  const { resources } = ctx.store
  if (query.onlyIds) {
    const { ids, total } = await listIds(ctx, query, { most: maxListedIds })
    return { resources: [], total, ids: total > maxListedIds ? [] : [...ids] }
  }
  const { rows, total } = isExtended(query)
    ? await sortedResources(ctx, query)
    : await plainResources(ctx, query)
  if (!query.details) return { resources: rows.map(resourceToWire), total }
  const countOf = await resources.permissionCounts(rows.map(({ id }) => id))
  const counted = rows.map((row) => ({ ...resourceToWire(row), permissionCount: countOf(row.id) }))
  return { resources: counted, total }
}

async function plainResources({ store }: Context, { query, page, size }: Query) {
  const [rows, total] = await Promise.all([
    store.resources.search(query, page, size),
    store.resources.countMatching(query),
  ])
  return { rows, total }
}

async function sortedResources(ctx: Context, query: Query) {
  const { ids, total } = await listIds(ctx, query, query)
  return { rows: await ctx.store.resources.listed(ids), total }
}

type Listing = Parameters<Context['store']['resources']['listResourceIds']>

function listIds(ctx: Context, query: Query, part: Listing[1]) {
  const { query: text, ids, createdBefore, sort = 'identifier', order: direction = 'asc' } = query
  return ctx.store.resources.listResourceIds({ text, ids, createdBefore, sort, direction }, part)
}

import type { z } from 'zod'
import type * as contract from '#lib/api/contract/admin/clients.ts'
import { isExtended, maxListedIds } from '#lib/api/contract/list-parameters.ts'
import type { foundClient } from '#lib/api/contract/models/clients.ts'
import type { Input } from '#lib/api/operation.ts'
import { clientToWire } from '#lib/api/wire/clients.ts'
import type { Context } from '#lib/context.ts'
import { describeClients } from '#lib/domain/clients/listed-clients.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'

type Query = Input<typeof contract.searchClients>['query']
type Found = z.input<typeof foundClient>

interface Answer {
  readonly clients: Found[]
  readonly total: number
  readonly ids?: number[]
}

/** The clients of a search: the plain one, or one that sorts, narrows or extends. */
export async function foundClients(ctx: Context, query: Query): Promise<Answer> {
  if (query.onlyIds) {
    const { ids, total } = await listIds(ctx, query, { most: maxListedIds })
    return { clients: [], total, ids: total > maxListedIds ? [] : [...ids] }
  }
  const { clients, total } = isExtended(query)
    ? await sortedClients(ctx, query)
    : await plainClients(ctx, query)
  return { clients: await toWire(ctx, clients, query), total }
}

async function plainClients(ctx: Context, query: Query) {
  const { page, size } = query
  const [clients, total] = await Promise.all([
    ctx.store.clients.search(query, page, size),
    ctx.store.clients.countMatching(query),
  ])
  return { clients, total }
}

async function sortedClients(ctx: Context, query: Query) {
  const { ids, total } = await listIds(ctx, query, query)
  return { clients: await ctx.store.clients.listed(ids), total }
}

type Listing = Parameters<Context['store']['clients']['listClientIds']>

function listIds(ctx: Context, query: Query, part: Listing[1]) {
  const { query: text, sort = 'identifier', order: direction = 'asc', ...filter } = query
  return ctx.store.clients.listClientIds({ text, filter, sort, direction }, part)
}

async function toWire(
  ctx: Context,
  clients: readonly ClientWithLists[],
  { details }: Query,
): Promise<Found[]> {
  if (!details) return clients.map(clientToWire)
  const ids = clients.map(({ id }) => id)
  const factsOf = await describeClients(ctx, ids)
  return clients.map((client) => {
    const { lastUsedAt, signIns, hasLogo, approval } = factsOf(client.id)
    return {
      ...clientToWire(client),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      signIns7d: signIns,
      hasLogo,
      approval,
    }
  })
}

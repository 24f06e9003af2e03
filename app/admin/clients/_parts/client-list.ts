import { daysBefore } from '#app/_ui/list/days-before.ts'
import type { ListAddress, ListDefinition } from '#app/_ui/list/list-address.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'

/** The list of applications: what its address may say. */
export const clientList: ListDefinition = {
  name: 'clients',
  path: '/admin/clients',
  sorts: { name: 'asc', identifier: 'asc', lastUsedAt: 'desc', createdAt: 'desc' },
  sort: 'name',
  filters: {
    kind: ['web', 'spa', 'native', 'machine'],
    enabled: ['true', 'false'],
    used: ['7', '30', 'not90', 'never'],
    selfRegistered: ['true', 'false'],
    approval: ['pending', 'approved', 'refused'],
    isPublic: ['true', 'false'],
  },
  columns: ['status', 'kind', 'lastUsed', 'signIns', 'description', 'created'],
  hidden: ['description', 'created'],
}

type Query = NonNullable<NonNullable<Parameters<Api['searchClients']>[0]>['query']>

/** The search, the filters and the order of an address, as the API takes them. */
export function clientQuery({ query, sort, order, filters }: ListAddress, now: Date): Query {
  const { used, ...same } = filters
  return {
    ...(same as Query),
    query,
    match: 'words',
    sort: sort as NonNullable<Query['sort']>,
    order,
    ...(used ? lastUse(used, now) : {}),
  }
}

function lastUse(used: string, now: Date): Query {
  if (used === 'never') return { neverUsed: 'true' }
  if (used === 'not90') return { usedBefore: daysBefore(now, 90) }
  return { usedSince: daysBefore(now, Number(used)) }
}

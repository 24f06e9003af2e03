import type { ListAddress, ListDefinition } from '#app/_ui/list/list-address.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'

/** The list of APIs: what its address may say. */
export const resourceList: ListDefinition = {
  name: 'resources',
  path: '/admin/resources',
  sorts: { identifier: 'asc', permissionCount: 'desc' },
  sort: 'identifier',
  filters: {},
  columns: ['description', 'permissions'],
}

type Query = NonNullable<NonNullable<Parameters<Api['searchResources']>[0]>['query']>

/** The search and the order of an address, as the API takes them. */
export function resourceQuery({ query, sort, order }: ListAddress): Query {
  return { query, match: 'words', sort: sort as NonNullable<Query['sort']>, order }
}

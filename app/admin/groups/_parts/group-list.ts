import type { ListAddress, ListDefinition } from '#app/_ui/list/list-address.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'

/** The list of groups: what its address may say. */
export const groupList: ListDefinition = {
  name: 'groups',
  path: '/admin/groups',
  sorts: { identifier: 'asc', memberCount: 'desc', createdAt: 'desc' },
  sort: 'identifier',
  filters: { inTokens: ['true', 'false'] },
  columns: ['description', 'inTokens', 'permissions', 'members', 'created'],
  hidden: ['created'],
}

type Query = NonNullable<NonNullable<Parameters<Api['searchGroups']>[0]>['query']>

/** The search, the filters and the order of an address, as the API takes them. */
export function groupQuery({ query, sort, order, filters }: ListAddress): Query {
  return {
    ...(filters as Query),
    query,
    match: 'words',
    sort: sort as NonNullable<Query['sort']>,
    order,
  }
}

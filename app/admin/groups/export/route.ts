import { exportRoute, timeCell } from '#app/_ui/list/export-route.ts'
import { groupList, groupQuery } from '#app/admin/groups/_parts/group-list.ts'

/** The groups of the list as CSV. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportRoute({
  definition: groupList,
  idsOf: (api, address) => api.searchGroups({ query: { ...groupQuery(address), onlyIds: 'true' } }),
  async read(api, ids) {
    const query = { ids: ids.join(), size: ids.length, details: 'true' } as const
    return (await api.searchGroups({ query })).groups
  },
  columns: [
    { field: 'id', value: ({ id }) => id },
    { field: 'groupIdentifier', value: ({ groupIdentifier }) => groupIdentifier },
    { field: 'description', column: 'description', value: ({ description }) => description },
    { field: 'includeInIdToken', column: 'inTokens', value: (group) => group.includeInIdToken },
    {
      field: 'includeInAccessToken',
      column: 'inTokens',
      value: (group) => group.includeInAccessToken,
    },
    {
      field: 'permissionCount',
      column: 'permissions',
      value: ({ permissionCount = 0 }) => permissionCount,
    },
    { field: 'memberCount', column: 'members', value: ({ memberCount }) => memberCount },
    { field: 'createdAt', column: 'created', value: ({ createdAt }) => timeCell(createdAt) },
  ],
})

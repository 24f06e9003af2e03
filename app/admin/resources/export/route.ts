import { exportRoute } from '#app/_ui/list/export-route.ts'
import { resourceList, resourceQuery } from '#app/admin/resources/_parts/resource-list.ts'

/** The APIs of the list as CSV. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportRoute({
  definition: resourceList,
  idsOf: (api, address) =>
    api.searchResources({ query: { ...resourceQuery(address), onlyIds: 'true' } }),
  async read(api, ids) {
    const query = { ids: ids.join(), size: ids.length, details: 'true' } as const
    return (await api.searchResources({ query })).resources
  },
  columns: [
    { field: 'id', value: ({ id }) => id },
    { field: 'resourceIdentifier', value: ({ resourceIdentifier }) => resourceIdentifier },
    { field: 'description', column: 'description', value: ({ description }) => description },
    {
      field: 'permissionCount',
      column: 'permissions',
      value: ({ permissionCount = 0 }) => permissionCount,
    },
  ],
})

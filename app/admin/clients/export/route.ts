import { exportRoute, timeCell } from '#app/_ui/list/export-route.ts'
import { clientList, clientQuery } from '#app/admin/clients/_parts/client-list.ts'
import { kindOf } from '#app/admin/clients/_parts/kind-of.ts'

/** The applications of the list as CSV. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportRoute({
  definition: clientList,
  idsOf: (api, address, now) =>
    api.searchClients({ query: { ...clientQuery(address, now), onlyIds: 'true' } }),
  async read(api, ids) {
    const query = { ids: ids.join(), size: ids.length, details: 'true' } as const
    return (await api.searchClients({ query })).clients
  },
  columns: [
    { field: 'id', value: ({ id }) => id },
    { field: 'clientIdentifier', value: ({ clientIdentifier }) => clientIdentifier },
    { field: 'displayName', value: ({ displayName }) => displayName },
    { field: 'enabled', column: 'status', value: ({ enabled }) => enabled },
    { field: 'createdViaDcr', column: 'status', value: ({ createdViaDcr }) => createdViaDcr },
    { field: 'kind', column: 'kind', value: kindOf },
    { field: 'isPublic', column: 'kind', value: ({ isPublic }) => isPublic },
    { field: 'lastUsedAt', column: 'lastUsed', value: ({ lastUsedAt }) => timeCell(lastUsedAt) },
    { field: 'signIns7d', column: 'signIns', value: ({ signIns7d = 0 }) => signIns7d },
    { field: 'description', column: 'description', value: ({ description }) => description },
    { field: 'createdAt', column: 'created', value: ({ createdAt }) => timeCell(createdAt) },
  ],
})

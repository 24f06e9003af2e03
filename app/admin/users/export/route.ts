import { exportRoute, timeCell } from '#app/_ui/list/export-route.ts'
import { userList, userQuery } from '#app/admin/users/_parts/user-list.ts'

/** The users of the list as CSV. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportRoute({
  definition: userList,
  idsOf: (api, address, now) =>
    api.searchUsers({ query: { ...userQuery(address, now), onlyIds: 'true' } }),
  async read(api, ids) {
    const query = { ids: ids.join(), size: ids.length, details: 'true', sort: 'name' } as const
    return (await api.searchUsers({ query })).users
  },
  columns: [
    { field: 'id', value: ({ id }) => id },
    { field: 'email', value: ({ email }) => email },
    { field: 'givenName', value: ({ givenName }) => givenName },
    { field: 'familyName', value: ({ familyName }) => familyName },
    { field: 'enabled', column: 'status', value: ({ enabled }) => enabled },
    { field: 'emailVerified', column: 'status', value: ({ emailVerified }) => emailVerified },
    { field: 'administrator', column: 'status', value: (user) => user.administrator ?? false },
    { field: 'groups', column: 'groups', value: ({ groups = [] }) => groups.join(' ') },
    { field: 'groupCount', column: 'groups', value: ({ groupCount = 0 }) => groupCount },
    { field: 'twoFactor', column: 'twoFactor', value: ({ twoFactor }) => twoFactor ?? false },
    { field: 'lastSignInAt', column: 'lastSignIn', value: (user) => timeCell(user.lastSignInAt) },
    { field: 'createdAt', column: 'created', value: ({ createdAt }) => timeCell(createdAt) },
    { field: 'username', column: 'username', value: ({ username }) => username },
    { field: 'phone', column: 'phone', value: ({ phone = '' }) => phone },
    { field: 'locale', column: 'locale', value: ({ locale = '' }) => locale },
    { field: 'subject', column: 'subject', value: ({ subject }) => subject },
  ],
})

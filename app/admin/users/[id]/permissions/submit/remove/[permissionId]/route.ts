import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { withoutPermission } from '#app/admin/resources/_parts/with-permission.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Removes a permission that a user has directly; the others stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  const params = { id: id() }
  const { permissions } = await api.getUserPermissions({ params })
  const body = withoutPermission(permissions, id('permissionId'))
  await api.updateUserPermissions({ params, body })
  return { done: 'saved' }
}, userRefusals())

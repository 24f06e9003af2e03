import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { withPermission } from '#app/admin/resources/_parts/with-permission.ts'

/** Grants a permission to a group; the group's other permissions stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  const params = { id: id('groupId') }
  const { permissions } = await api.getGroupPermissions({ params })
  const body = withPermission(permissions, id('permissionId'))
  await api.updateGroupPermissions({ params, body })
  return { done: 'saved' }
}, recordRefusals)

import { idsAsRead, idsOfList } from '#app/_ui/form/list-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves the permissions that a user holds directly. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    await api.updateUserPermissions({
      params: { id: id() },
      body: {
        permissionIds: idsOfList(form, 'permissionIds'),
        expectedPermissionIds: idsAsRead(form, 'permissionIds'),
      },
    })
    return { done: 'saved' }
  },
  userRefusals(),
)

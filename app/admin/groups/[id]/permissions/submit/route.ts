import { idsAsRead, idsOfList } from '#app/_ui/form/list-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the permissions of every member of a group. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    await api.updateGroupPermissions({
      params: { id: id() },
      body: {
        permissionIds: idsOfList(form, 'permissionIds'),
        expectedPermissionIds: idsAsRead(form, 'permissionIds'),
      },
    })
    return { done: 'saved' }
  },
  recordRefusals,
)

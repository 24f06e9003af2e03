import { idsAsRead, idsOfList } from '#app/_ui/form/list-values.ts'
import { permissionVersions } from '#app/_ui/form/permission-versions.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { saveList } from '#app/_ui/form/save-list.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the permissions that the client itself holds. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, t }) => {
    const params = { id: id() }
    const body = {
      permissionIds: idsOfList(form, 'permissionIds'),
      expectedPermissionIds: idsAsRead(form, 'permissionIds'),
    }
    await saveList(
      t,
      () => api.updateClientPermissions({ params, body }),
      async () =>
        permissionVersions(form, (await api.getClientPermissions({ params })).permissions),
    )
    return { done: 'saved' }
  },
  recordRefusals,
)

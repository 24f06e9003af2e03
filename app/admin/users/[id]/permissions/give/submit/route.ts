import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { idsOfList } from '#app/_ui/form/list-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listStateOf, userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Gives a user several permissions; those that the user has stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, query, t }) => {
    const given = idsOfList(form, 'permissionIds')
    if (given.length === 0) throw new FormRefusal('', t('access.permissions.choose'))
    const params = { id: id() }
    const { permissions } = await api.getUserPermissions({ params })
    const held = permissions.map((one) => one.id)
    const permissionIds = [...new Set([...held, ...given])]
    await api.updateUserPermissions({
      params,
      body: { permissionIds, expectedPermissionIds: held },
    })
    return { done: 'saved', to: userAddress(params.id, 'permissions', listStateOf(query)) }
  },
  userRefusals(),
)

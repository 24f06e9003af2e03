import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { idsOfList } from '#app/_ui/form/list-values.ts'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listStateOf, userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import { findUserName } from '#app/admin/users/_parts/user-name.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Gives a user several permissions; those that the user has stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api, id, form, query, t } = submission
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
  const added = given.filter((one) => !held.includes(one))
  const to = userAddress(params.id, 'permissions', listStateOf(query))
  if (added.length === 0) return { done: 'saved', to }
  const name = await findUserName(submission, params.id)
  const { permissions: now } = await api.getUserPermissions({ params })
  const scopes = now
    .filter((one) => added.includes(one.id))
    .map((one) => permissionChoice(one).scope)
  return {
    message: t('users.done.permission_given', { name, scope: scopes.join(', ') }),
    to,
    undo: {
      action: `/admin/users/${params.id}/permissions/submit/remove`,
      fields: added.map((one) => ['permissionIds', String(one)]),
    },
  }
}, userRefusals())

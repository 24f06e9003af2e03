import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import type { Result, Submission } from '#app/_ui/form/submit-route.ts'
import { findUserName } from './user-name.ts'

/** Removes permissions that the user of the address has directly, and says so with an undo. */
export async function takePermissions(
  submission: Submission,
  taken: readonly number[],
): Promise<Result> {
  const { api, id, t } = submission
  const params = { id: id() }
  const { permissions } = await api.getUserPermissions({ params })
  const expectedPermissionIds = permissions.map((one) => one.id)
  const permissionIds = expectedPermissionIds.filter((one) => !taken.includes(one))
  await api.updateUserPermissions({ params, body: { permissionIds, expectedPermissionIds } })
  const removed = permissions.filter((one) => taken.includes(one.id))
  const name = await findUserName(submission, params.id)
  const scopes = removed.map((one) => permissionChoice(one).scope).join(', ')
  return {
    message: t('users.done.permission_removed', { name, scope: scopes }),
    isStale: true,
    undo: {
      action: `/admin/users/${params.id}/permissions/give/submit`,
      fields: removed.map((one) => ['permissionIds', String(one.id)]),
    },
  }
}

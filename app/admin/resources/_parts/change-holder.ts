import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import type { Result, Submission } from '#app/_ui/form/submit-route.ts'
import { findUserName } from '#app/admin/users/_parts/user-name.ts'
import { sectionAddress } from './section-address.ts'

type Kind = 'user' | 'group'

/**
 * Gives the permission of the address to a user or a group, or removes it, and says so with an undo. The holder's other
 * permissions stay.
 */
export async function changeHolder(
  submission: Submission,
  kind: Kind,
  does: 'give' | 'remove',
): Promise<Result> {
  const { id, t } = submission
  const holder = id(`${kind}Id`)
  const permissionId = id('permissionId')
  const { read, update, name } = holdersOf(submission, kind, holder)
  const before = await read()
  const expectedPermissionIds = before.map((one) => one.id)
  const others = expectedPermissionIds.filter((one) => one !== permissionId)
  const permissionIds = does === 'give' ? [...others, permissionId] : others
  await update({ permissionIds, expectedPermissionIds })
  const known = does === 'give' ? await read() : before
  const permission = known.find((one) => one.id === permissionId)
  const values = { name: await name(), scope: permission ? permissionChoice(permission).scope : '' }
  return {
    message:
      does === 'give'
        ? t('users.done.permission_given', values)
        : t('users.done.permission_removed', values),
    isStale: true,
    undo: {
      action: actionOf(id(), kind, does === 'give' ? 'remove' : 'give', [permissionId, holder]),
      fields: [],
    },
  }
}

function holdersOf(submission: Submission, kind: Kind, id: number) {
  const { api } = submission
  const params = { id }
  type Body = Parameters<typeof api.updateUserPermissions>[0]['body']
  return kind === 'user'
    ? {
        read: async () => (await api.getUserPermissions({ params })).permissions,
        update: (body: Body) => api.updateUserPermissions({ params, body }),
        name: () => findUserName(submission, id),
      }
    : {
        read: async () => (await api.getGroupPermissions({ params })).permissions,
        update: (body: Body) => api.updateGroupPermissions({ params, body }),
        name: async () => (await api.getGroup({ params })).group.groupIdentifier,
      }
}

/** The path of the route file for one permission of one holder. */
export function actionOf(
  resourceId: number,
  kind: Kind,
  does: 'give' | 'remove',
  [permissionId, holder]: readonly [permission: number, holder: number],
): string {
  const section = sectionAddress(resourceId, `${kind}s-with-permission`)
  if (does === 'remove') return `${section}/submit/remove/${permissionId}/${holder}`
  return kind === 'user'
    ? `${section}/add/${permissionId}/submit/${holder}`
    : `${section}/submit/grant/${permissionId}/${holder}`
}

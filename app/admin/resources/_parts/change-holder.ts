import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import type { Result, Submission } from '#app/_ui/form/submit-route.ts'
import { findUserName } from '#app/admin/users/_parts/user-name.ts'
import { type HolderKind, holderKindOf } from './holder-kind.ts'
import { sectionAddress } from './section-address.ts'

type Change = 'give' | 'remove'

/**
 * Gives the permission of the address to a user, a group or an application, or removes it, and says so with an undo. The
 * holder's other permissions stay.
 */
export async function changeHolder(submission: Submission): Promise<Result> {
  const { id, param, t } = submission
  const kind = holderKindOf(param('kind'))
  const does = (['give', 'remove'] as const).find((one) => one === param('does'))
  if (!kind || !does) throw new FormRefusal('', t('console.record.not_found'))
  const holder = id('holderId')
  const permissionId = id('permissionId')
  const { read, update, name } = holderOf(submission, kind, holder)
  const before = await read()
  const expectedPermissionIds = before.map((one) => one.id)
  const others = expectedPermissionIds.filter((one) => one !== permissionId)
  const permissionIds = does === 'give' ? [...others, permissionId] : others
  await update({ permissionIds, expectedPermissionIds })
  const known = does === 'give' ? await read() : before
  const permission = known.find((one) => one.id === permissionId)
  const values = { name: await name(), scope: permission ? permissionChoice(permission).scope : '' }
  const opposite = does === 'give' ? 'remove' : 'give'
  return {
    message:
      does === 'give'
        ? t('users.done.permission_given', values)
        : t('users.done.permission_removed', values),
    isStale: true,
    undo: {
      action: holderAction({ resourceId: id(), permissionId, kind, holder }, opposite),
      fields: [],
    },
  }
}

function holderOf(submission: Submission, kind: HolderKind, id: number) {
  const { api } = submission
  const params = { id }
  type Body = Parameters<typeof api.updateUserPermissions>[0]['body']
  const kinds = {
    user: {
      read: async () => (await api.getUserPermissions({ params })).permissions,
      update: (body: Body) => api.updateUserPermissions({ params, body }),
      name: () => findUserName(submission, id),
    },
    group: {
      read: async () => (await api.getGroupPermissions({ params })).permissions,
      update: (body: Body) => api.updateGroupPermissions({ params, body }),
      name: async () => (await api.getGroup({ params })).group.groupIdentifier,
    },
    client: {
      read: async () => (await api.getClientPermissions({ params })).permissions,
      update: (body: Body) => api.updateClientPermissions({ params, body }),
      name: async () => {
        const { client } = await api.getClient({ params })
        return client.displayName || client.clientIdentifier
      },
    },
  }
  return kinds[kind]
}

/** One permission of one holder. */
interface Holding {
  readonly resourceId: number
  readonly permissionId: number
  readonly kind: HolderKind
  readonly holder: number
}

/** The path of the route file that changes it, for a form of the page with the holders. */
export function holderAction(
  { resourceId, permissionId, kind, holder }: Holding,
  does: Change,
): string {
  const page = sectionAddress(resourceId, 'users-with-permission')
  return `${page}/submit/${does}/${kind}/${permissionId}/${holder}`
}

/** The same for a form of the page that searches for new holders. */
export function giveAction(
  { resourceId, permissionId, kind, holder }: Holding,
  does: Change,
): string {
  const page = sectionAddress(resourceId, 'users-with-permission')
  return `${page}/add/${permissionId}/submit/${does}/${kind}/${holder}`
}

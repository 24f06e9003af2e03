import type { Result, Submission } from '#app/_ui/form/submit-route.ts'
import { findUserName } from '#app/admin/users/_parts/user-name.ts'
import { sectionAddress } from './group-address.ts'

/** Adds the user of the address to the group, or removes them, and says so with an undo. */
export async function changeMember(
  submission: Submission,
  does: 'add' | 'remove',
): Promise<Result> {
  const { api, id, t } = submission
  const [groupId, userId] = [id(), id('userId')]
  const params = { id: groupId }
  if (does === 'add') await api.addGroupMember({ params, body: { userId } })
  else await api.removeGroupMember({ params: { ...params, userId } })
  const { group } = await api.getGroup({ params })
  const values = { name: await findUserName(submission, userId), group: group.groupIdentifier }
  const members = sectionAddress(groupId, 'members')
  return {
    message:
      does === 'add'
        ? t('users.done.added_to_group', values)
        : t('users.done.removed_from_group', values),
    isStale: true,
    undo: {
      action:
        does === 'add' ? `${members}/submit/remove/${userId}` : `${members}/add/submit/${userId}`,
      fields: [],
    },
  }
}

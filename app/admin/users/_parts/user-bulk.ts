import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { userList, userQuery } from './user-list.ts'

/** What can be done with several users. */
export const userBulk: BulkList = {
  definition: userList,
  acts: ['add-to-group', 'end-sessions', 'disable', 'enable'],
  idsOf(api, address, before) {
    const { createdBefore: _, ...query } = userQuery(address, new Date(before))
    return api.searchUsers({ query: { ...query, createdBefore: before, onlyIds: 'true' } })
  },
  async describe(api, ids) {
    const query = { ids: ids.join(), size: ids.length, sort: 'name' } as const
    const { users } = await api.searchUsers({ query })
    return users.map((user) => {
      const name = fullName(user)
      const email = shownEmail(user.email)
      const href = `/admin/users/${user.id}/details`
      return { id: user.id, name: name || email, ...(name && { note: email }), href }
    })
  },
  switch: {
    on: 'enable',
    off: 'disable',
    read: async (api, id) => (await api.getUser({ params: { id } })).user,
    set: async (api, id, enabled) =>
      (await api.setUserEnabled({ params: { id }, body: { enabled } })).user,
  },
  async act(api, act, id, form) {
    if (act !== 'add-to-group') return endSessions(api, id)
    const group = Number(form.get('group') ?? 0)
    return api.addGroupMember({ params: { id: group }, body: { userId: id } })
  },
}

async function endSessions(api: Parameters<BulkList['act']>[0], id: number): Promise<void> {
  const { sessions } = await api.listUserSessions({ params: { id } })
  for (const session of sessions) await api.deleteUserSession({ params: { id: session.id } })
}

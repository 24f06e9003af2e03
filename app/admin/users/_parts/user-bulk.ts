import type { Refusals, Texts } from '#app/_ui/form/submit-route.ts'
import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { switchRecord } from '#app/_ui/list/bulk-switch.ts'
import { ChangedSince } from '#app/_ui/list/bulk-undo.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { ApiError } from '#lib/api/client.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { userList, userQuery } from './user-list.ts'
import { userRefusals } from './user-refusals.ts'

interface SwitchedUser {
  readonly id: number
  readonly enabled: boolean
  readonly mark: string | undefined
}

/** The acts on several users. */
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
  async ownId(api, subject) {
    const { users } = await api.searchUsers({ query: { query: subject, size: 1 } })
    return users.find((user) => user.subject === subject)?.id
  },
  opposites: { enable: 'disable', disable: 'enable', 'add-to-group': 'remove-from-group' },
  async act(api, { act, id, form, mark }) {
    if (act === 'add-to-group') return addToGroup(api, id, Number(form.get('group') ?? 0))
    if (act === 'remove-from-group') return removeFromGroup(api, id, Number(mark))
    if (act === 'end-sessions') return endSessions(api, id)
    return switchUser(api, { id, enabled: act === 'enable', mark })
  },
}

/** The group is the mark of the membership: an undo removes only those that were added. */
async function addToGroup(api: Api, userId: number, group: number): Promise<string> {
  await api.addGroupMember({ params: { id: group }, body: { userId } })
  return String(group)
}

/** @throws ChangedSince when the user is no longer a member */
async function removeFromGroup(api: Api, userId: number, group: number): Promise<null> {
  try {
    await api.removeGroupMember({ params: { id: group, userId } })
  } catch (error) {
    throw error instanceof ApiError && error.code === 'VALIDATION_ERROR'
      ? new ChangedSince()
      : error
  }
  return null
}

/** The visitor's own session stays: without it, the act would break off. */
async function endSessions(api: Api, id: number): Promise<null> {
  const { sessions } = await api.listUserSessions({ params: { id } })
  for (const session of sessions) if (!session.isCurrent) await endSession(api, session.id)
  return null
}

/** A session that has ended since is none to end. */
async function endSession(api: Api, id: number): Promise<void> {
  try {
    await api.deleteUserSession({ params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
  }
}

function switchUser(api: Api, { id, enabled, mark }: SwitchedUser): Promise<string | null> {
  const params = { id }
  const read = async () => (await api.getUser({ params })).user
  const set = async (on: boolean) =>
    (await api.setUserEnabled({ params, body: { enabled: on } })).user
  return switchRecord({ read, set }, enabled, mark)
}

/** The API's refusals of these acts; the membership is the only value that it checks. */
export function userBulkRefusals(t: Texts): Refusals {
  const { texts } = userRefusals()(t, { maxPicture: '' })
  return { texts: { ...texts, VALIDATION_ERROR: t('lists.bulk.already_member') } }
}

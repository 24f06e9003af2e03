import { type BulkSelection, maxBulk } from '#app/_ui/list/bulk-selection.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { userQuery } from './user-list.ts'

/** What can be done with several users. */
export const userActs = ['add-to-group', 'end-sessions', 'disable', 'enable'] as const

export type UserAct = (typeof userActs)[number]

export function userActOf(text: unknown): UserAct | null {
  return userActs.find((act) => act === text) ?? null
}

/** The users of a selection, as they are now. */
export interface SelectedUsers {
  readonly ids: readonly number[]
  /** More than the visitor saw, or more than one act changes: nothing is done. */
  readonly problem: 'more' | 'too_many' | null
  readonly total: number
}

/** Finds the users of a selection, by the same search as the list. */
export async function selectedUsers(api: Api, selection: BulkSelection): Promise<SelectedUsers> {
  if (selection.kind === 'ticked') {
    return { ids: selection.ids, problem: null, total: selection.ids.length }
  }
  const { createdBefore: _, ...query } = userQuery(selection.address, new Date(selection.before))
  const { ids = [], total } = await api.searchUsers({
    query: { ...query, createdBefore: selection.before, onlyIds: 'true' },
  })
  const problem = total > selection.total ? 'more' : total > maxBulk ? 'too_many' : null
  return { ids, problem, total }
}

/** A user whom it was not done to. */
export interface BulkFailure {
  readonly id: number
  readonly name: string
  readonly reason: string
}

/** Does it to one user. */
export async function actOnUser(api: Api, act: UserAct, id: number, group: number): Promise<void> {
  switch (act) {
    case 'disable':
    case 'enable':
      await api.setUserEnabled({ params: { id }, body: { enabled: act === 'enable' } })
      return
    case 'add-to-group':
      await api.addGroupMember({ params: { id: group }, body: { userId: id } })
      return
    case 'end-sessions': {
      const { sessions } = await api.listUserSessions({ params: { id } })
      for (const session of sessions) {
        await api.deleteUserSession({ params: { id: session.id } })
      }
    }
  }
}

import type { ListVersions } from '#app/_ui/form/list-difference.ts'
import { idsAsRead } from '#app/_ui/form/list-values.ts'
import { namedVersions, saveList } from '#app/_ui/form/save-list.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves the groups of a user. Groups of the user that the page did not show stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, t }) => {
    const params = { id: id() }
    const mine = tickedGroups(form)
    const read = idsAsRead(form, 'expectedGroupIds')
    const body = { groupIds: mine, expectedGroupIds: read }
    await saveList(
      t,
      () => api.updateUserGroups({ params, body }),
      () => groupVersions(api, { id: params.id, read, mine }),
    )
    return { done: 'saved' }
  },
  userRefusals(),
)

function tickedGroups(form: FormData): number[] {
  return [...form.keys()].flatMap((name) => {
    const [, id] = /^groups\.g(\d{1,15})$/.exec(name) ?? []
    return id ? [Number(id)] : []
  })
}

interface SentGroups {
  readonly id: number
  readonly read: readonly number[] | null
  readonly mine: readonly number[]
}

async function groupVersions(
  api: Api,
  { id, read, mine }: SentGroups,
): Promise<ListVersions | null> {
  if (!read) return null
  const { groups } = await api.getUserGroups({ params: { id } })
  const now = groups.map((group) => group.id)
  const others = mine.filter((one) => !now.includes(one))
  const found = await Promise.all(others.map((one) => api.getGroup({ params: { id: one } })))
  const named = [...groups, ...found.map(({ group }) => group)]
  return namedVersions(
    { read, mine, now },
    new Map(named.map((group) => [group.id, group.groupIdentifier])),
  )
}

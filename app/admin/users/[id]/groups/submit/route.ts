import { idsAsRead } from '#app/_ui/form/list-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves the groups of a user. Groups of the user that the page did not show stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    await api.updateUserGroups({
      params: { id: id() },
      body: {
        groupIds: tickedGroups(form),
        expectedGroupIds: idsAsRead(form, 'expectedGroupIds'),
      },
    })
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

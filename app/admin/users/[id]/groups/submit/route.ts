import { expectedOfList, idsOfList } from '#app/_console/list-values.ts'
import { submitRoute } from '#app/_console/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves the groups of a user. Groups of the user that the page did not show stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    await api.updateUserGroups({
      params: { id: id() },
      body: {
        groupIds: [...idsOfList(form, 'unseenGroupIds'), ...idsOfList(form, 'groupIds')],
        expectedGroupIds: expectedOfList<number>(form),
      },
    })
    return { done: 'saved' }
  },
  userRefusals(),
)

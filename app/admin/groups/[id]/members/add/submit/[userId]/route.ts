import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Adds a user to a group. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.addGroupMember({ params: { id: id() }, body: { userId: id('userId') } })
  return { done: 'saved' }
}, recordRefusals)

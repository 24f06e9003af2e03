import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Removes a user from a group. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.removeGroupMember({ params: { id: id(), userId: id('userId') } })
  return { done: 'saved' }
}, recordRefusals)

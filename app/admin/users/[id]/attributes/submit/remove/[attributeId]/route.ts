import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Removes an attribute of a user. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.deleteUserAttribute({ params: { id: id('attributeId') } })
  return { done: 'saved' }
}, userRefusals())

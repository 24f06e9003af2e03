import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Disconnects a user's account at a provider. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.removeUserIdentity({ params: { id: id(), identityId: id('identityId') } })
  return { done: 'saved' }
}, userRefusals())

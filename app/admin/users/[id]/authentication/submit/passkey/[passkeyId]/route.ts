import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Removes a passkey of a user. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.removeUserPasskey({ params: { id: id(), passkeyId: id('passkeyId') } })
  return { done: 'saved' }
}, userRefusals())

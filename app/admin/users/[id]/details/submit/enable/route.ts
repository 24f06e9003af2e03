import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Allows a user to sign in again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.setUserEnabled({ params: { id: id() }, body: { enabled: true } })
  return { done: 'saved' }
}, userRefusals())

import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Stops a user from signing in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.setUserEnabled({ params: { id: id() }, body: { enabled: false } })
  return { done: 'saved' }
}, userRefusals())

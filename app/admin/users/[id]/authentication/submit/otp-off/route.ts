import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Disables a user's two-factor authentication. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.setUserOtp({ params: { id: id() }, body: { enabled: false } })
  return { done: 'saved' }
}, userRefusals())

import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Takes a user's second factors back: the app, the passkey after the password, recovery codes, remembered browsers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.resetUserSecondFactor({ params: { id: id() } })
  return { done: 'saved' }
}, userRefusals())

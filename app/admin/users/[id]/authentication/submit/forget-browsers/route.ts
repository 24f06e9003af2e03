import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Forgets the remembered browsers of a user. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.forgetUserBrowsers({ params: { id: id() } })
  return { done: 'saved' }
}, userRefusals())

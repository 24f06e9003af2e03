import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Ends a session with every token that came from it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.deleteUserSession({ params: { id: id('sessionId') } })
  return { done: 'session_ended' }
}, userRefusals())

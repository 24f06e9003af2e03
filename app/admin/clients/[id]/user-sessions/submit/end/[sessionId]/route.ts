import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Ends a session and revokes every token issued from it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.deleteUserSession({ params: { id: id('sessionId') } })
  return { done: 'saved' }
}, recordRefusals)

import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Makes a client public, which erases its secret. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  const body = { isPublic: true, clientSecret: '' }
  await api.updateClientAuthentication({ params: { id: id() }, body })
  return { done: 'saved' }
}, recordRefusals)

import { recordRefusals } from '#app/_console/record-refusals.ts'
import { submitRoute } from '#app/_console/submit-route.ts'

/** Makes a client public, which erases its secret. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  const body = { isPublic: true, clientSecret: '' }
  await api.updateClientAuthentication({ params: { id: id() }, body })
  return { done: 'saved' }
}, recordRefusals)

import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { clientSecret } from '#lib/base/crypto/random.ts'

/** Generates a new secret for a client; a public client becomes confidential. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  const body = { isPublic: false, clientSecret: clientSecret() }
  await api.updateClientAuthentication({ params: { id: id() }, body })
  return { done: 'saved' }
}, recordRefusals)

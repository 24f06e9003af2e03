import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { refusalsOfProvider } from '#app/admin/identity-providers/_parts/refusals.ts'

/** Leads to a provider to try a sign-in that changes nothing here. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  const { url } = await api.tryIdentityProvider({ params: { id: id() } })
  return { to: url }
}, refusalsOfProvider)

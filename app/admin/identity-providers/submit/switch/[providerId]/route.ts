import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { refusalsOfProvider } from '#app/admin/identity-providers/_parts/refusals.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

/** Turns a provider on or off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, id }) => {
    const enabled = isOn(form, 'enabled')
    await api.updateIdentityProvider({ params: { id: id('providerId') }, body: { enabled } })
    return { done: 'saved' }
  },
  refusalsOfProvider,
)

import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { refusalsOfProvider, refuseField } from '#app/admin/identity-providers/_parts/refusals.ts'

/** Saves the domains of a provider. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges, t }) => {
    const params = { id: id() }
    const { identityProvider } = await api.getIdentityProvider({ params })
    const kept = keepChanges({ domains: identityProvider.domains.join('\n') })
    const domains = textOfField(kept, 'domains')
      .split(/[\s,;]+/)
      .filter((domain) => domain !== '')
    await api
      .updateIdentityProvider({ params, body: { domains } })
      .catch((error: unknown) => refuseField(error, t))
    return { done: 'saved' }
  },
  refusalsOfProvider,
)

import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { refusalsOfProvider } from '#app/admin/identity-providers/_parts/refusals.ts'

/** Checks the connection to a provider, and shows the results. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, t }) => {
    const { checks } = await api.testIdentityProvider({ params: { id: id() } })
    const isWell = checks.every(({ result }) => result !== 'failed')
    return { message: t(isWell ? 'idp.check.well' : 'idp.check.unwell'), shown: checks }
  },
  refusalsOfProvider,
)

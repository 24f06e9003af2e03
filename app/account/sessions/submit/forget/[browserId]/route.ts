import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Forgets one remembered browser. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id }) => {
    await api.forgetRememberedBrowser({ params: { id: id('browserId') } })
    return { done: 'browser_forgotten' }
  },
  accountRefusals({}, ['NOT_FOUND']),
)

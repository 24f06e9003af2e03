import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Forgets all remembered browsers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api }) => {
  await api.forgetRememberedBrowsers()
  return { done: 'browser_forgotten' }
}, accountRefusals())

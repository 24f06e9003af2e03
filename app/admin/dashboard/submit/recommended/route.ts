import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { protocolFeatures, signInFeatures } from '#app/admin/dashboard/recommended-features.ts'

/** Turns the recommended features on, and leaves every other setting as it is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, t }) => {
  const on = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]))
  await api.updateSignInSettings({ body: on(signInFeatures) })
  await api.updateProtocolSettings({ body: on(protocolFeatures) })
  return { message: t('dashboard.first.turned_on'), isStale: true }
})

import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { changesForRecommended } from '#app/admin/dashboard/recommended-features.ts'

/** Turns the recommended features on, and leaves every other setting as it is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, t }) => {
  const [signIn, protocol] = await Promise.all([api.getSignInSettings(), api.getProtocolSettings()])
  const changes = changesForRecommended(signIn, protocol)
  await api.updateSignInSettings({ body: changes.signIn })
  await api.updateProtocolSettings({ body: changes.protocol })
  return { message: t('dashboard.first.turned_on'), isStale: true }
})

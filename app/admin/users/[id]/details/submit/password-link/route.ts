import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Mails the user a link to set a password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, t }) => {
    const params = { id: id() }
    const { user } = await api.getUser({ params })
    await api.sendUserPasswordLink({ params })
    return { message: t('access.user.link_sent', { email: user.email }), isStale: true }
  },
  (t, settings) => {
    const refusals = userRefusals()(t, settings)
    const VALIDATION_ERROR = t('access.user.link_recent')
    return { ...refusals, texts: { ...refusals.texts, VALIDATION_ERROR } }
  },
)

import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { renewedSignIn } from '#app/admin/settings/keys/_parts/renewed-sign-in.ts'

/** Deletes the previous signing key. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id }) => {
    await api.revokeKey({ params: { id: id('keyId') } })
    const to = await renewedSignIn(api, 'deleted')
    return to === null ? { done: 'key_revoked' } : { to }
  },
  () => ({ stale: 'any' }),
)

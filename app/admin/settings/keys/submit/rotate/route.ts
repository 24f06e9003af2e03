import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { renewedSignIn } from '#app/admin/settings/keys/_parts/renewed-sign-in.ts'

/** Rotates the signing keys. This generates a new key, which takes seconds. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api }) => {
    await api.rotateKeys()
    const to = await renewedSignIn(api, 'saved')
    return to === null ? { done: 'keys_rotated' } : { to }
  },
  (t) => ({
    texts: { ROTATION_IN_PROGRESS: t('settings.keys.rotation_in_progress') },
    // Another administrator may have changed the keys.
    stale: 'any',
  }),
)

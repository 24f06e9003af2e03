import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { renewedSignIn } from '#app/admin/settings/keys/_parts/renewed-sign-in.ts'
import { rotateWord } from '#app/admin/settings/keys/rotate-word.ts'

/**
 * Rotates the signing keys. This generates a new key, which takes seconds. While refresh tokens depend on the key that
 * goes, the word must be typed.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const { keys } = await api.listKeys()
    const isLoss = keys.some(({ dependents }) => dependents !== null && dependents.users > 0)
    if (isLoss && textOfField(form, 'word').trim() !== rotateWord) {
      throw new FormRefusal('word', t('console.record.differs'))
    }
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

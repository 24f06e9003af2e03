import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the password policy. The other general settings stay as they are. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const stored = await api.getGeneralSettings()
    const kept = keepChanges({ passwordPolicy: stored.passwordPolicy })
    await api.updateGeneralSettings({
      body: { ...stored, passwordPolicy: textOfField(kept, 'passwordPolicy') },
    })
    return { done: 'saved' }
  },
)

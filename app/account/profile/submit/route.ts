import { profileOf, profileRefusals, profileValues } from '#app/_ui/form/profile-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the visitor's names, birth date, zone and language. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const { user } = await api.getOwnProfile()
    await api.updateOwnProfile({ body: profileOf(keepChanges(profileValues(user))) })
    return { done: 'saved' }
  },
  () => ({ fields: profileRefusals }),
)

import { profileOf, profileRefusals, profileValues } from '#app/_ui/form/profile-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the visitor's names, birth date, zone and language. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const { user } = await api.getOwnProfile()
    const profile = profileOf(keepChanges(profileValues(user)))
    await api.updateOwnProfile({ body: profile })
    const { locale } = profile
    return { done: 'saved', ...(locale && locale !== user.locale && { locale }) }
  },
  () => ({ fields: profileRefusals }),
)

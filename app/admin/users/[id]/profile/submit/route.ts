import { profileOf, profileRefusals, profileValues } from '#app/_ui/form/profile-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves a user's names, birth date, zone and language. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id() }
    const { user } = await api.getUser({ params })
    await api.updateUserProfile({ params, body: profileOf(keepChanges(profileValues(user))) })
    return { done: 'saved' }
  },
  userRefusals(profileRefusals),
)

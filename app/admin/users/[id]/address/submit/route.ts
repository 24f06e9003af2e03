import { addressOf, addressRefusals, addressValues } from '#app/_ui/form/address-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves a user's address. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id() }
    const { user } = await api.getUser({ params })
    await api.updateUserAddress({ params, body: addressOf(keepChanges(addressValues(user))) })
    return { done: 'saved' }
  },
  userRefusals(addressRefusals),
)

import { addressOf, addressRefusals, addressValues } from '#app/_ui/form/address-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the visitor's address. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const { user } = await api.getOwnProfile()
    await api.updateOwnAddress({ body: addressOf(keepChanges(addressValues(user))) })
    return { done: 'saved' }
  },
  () => ({ fields: addressRefusals }),
)

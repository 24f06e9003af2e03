import { phoneOf, phoneRefusals, phoneValues } from '#app/_ui/form/phone-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Replaces the visitor's phone number; two empty fields remove it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const { user } = await api.getOwnProfile()
    await api.updateOwnPhone({ body: phoneOf(keepChanges(phoneValues(user))) })
    return { done: 'saved' }
  },
  () => ({ fields: phoneRefusals }),
)

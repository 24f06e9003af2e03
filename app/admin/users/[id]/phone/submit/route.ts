import { phoneOf, phoneRefusals, phoneValues } from '#app/_ui/form/phone-form.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves a user's phone number. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id() }
    const { user } = await api.getUser({ params })
    const { phoneNumberVerified } = user
    const kept = keepChanges({ ...phoneValues(user), phoneNumberVerified })
    await api.updateUserPhone({
      params,
      body: { ...phoneOf(kept), phoneNumberVerified: kept.get('phoneNumberVerified') === 'on' },
    })
    return { done: 'saved' }
  },
  userRefusals(phoneRefusals),
)

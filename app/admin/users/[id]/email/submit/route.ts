import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves a user's email. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id() }
    const { email, emailVerified } = (await api.getUser({ params })).user
    const kept = keepChanges({ email, emailVerified })
    await api.updateUserEmail({
      params,
      body: {
        email: textOfField(kept, 'email'),
        emailVerified: kept.get('emailVerified') === 'on',
      },
    })
    return { done: 'saved' }
  },
  userRefusals({ 'validator.email': 'email', EMAIL_ALREADY_EXISTS: 'email' }),
)

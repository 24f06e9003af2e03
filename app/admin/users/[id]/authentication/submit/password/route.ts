import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Sets a user's password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    const newPassword = textOfField(form, 'newPassword')
    await api.setUserPassword({ params: { id: id() }, body: { newPassword } })
    return { done: 'saved' }
  },
  userRefusals({ 'validator.password': 'newPassword', VALIDATION_ERROR: 'newPassword' }),
)

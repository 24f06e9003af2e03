import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listAddress, listStateOf } from '#app/admin/users/_parts/user-list-state.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'

/** Deletes a user, once the form repeats the email, and returns to the list at the same page and search. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, t, query }) => {
    const params = { id: id() }
    const { user } = await api.getUser({ params })
    if (normalizeEmail(textOfField(form, 'email')) !== normalizeEmail(user.email)) {
      throw new FormRefusal('email', t('users.delete.mismatch'))
    }
    await api.deleteUser({ params })
    return { done: 'deleted', to: listAddress(listStateOf(query)) }
  },
  userRefusals(),
)

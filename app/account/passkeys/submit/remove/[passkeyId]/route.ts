import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { confirmationOf } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Removes one of the visitor's passkeys. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, id }) => {
    const params = { id: id('passkeyId') }
    await api.removeOwnPasskey({ params, body: confirmationOf(form) })
    return { done: 'deleted' }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password' }),
)

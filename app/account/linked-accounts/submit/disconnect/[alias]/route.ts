import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { confirmationOf } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Disconnects an account at a provider. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, param }) => {
    await api.removeOwnIdentity({ params: { alias: param('alias') }, body: confirmationOf(form) })
    return { done: 'deleted' }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password' }),
)

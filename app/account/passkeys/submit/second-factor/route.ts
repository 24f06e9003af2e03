import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { confirmationOf } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Switches the demand for a passkey after the password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form }) => {
    const askAfterPassword = form.get('askAfterPassword') === 'on'
    await api.setOwnSecondFactor({ body: { askAfterPassword, ...confirmationOf(form) } })
    return { done: 'saved' }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password' }),
)

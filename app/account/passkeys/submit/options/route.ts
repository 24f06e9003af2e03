import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { confirmationOf } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Reads the options with which the browser makes a passkey. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form }) => {
    const { options } = await api.getPasskeyOptions({ body: confirmationOf(form) })
    return { message: '', shown: options }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password' }),
)

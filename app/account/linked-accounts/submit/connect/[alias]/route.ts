import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { confirmationOf } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

/** Leads to a provider to connect an account there. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, param }) => {
    const body = { ...confirmationOf(form), otherAccount: isOn(form, 'otherAccount') }
    const { url } = await api.connectOwnIdentity({ params: { alias: param('alias') }, body })
    return { to: url }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'password' }),
)

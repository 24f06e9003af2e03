import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { confirmationOf } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Makes new recovery codes; only this answer shows them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const { codes } = await api.makeOwnRecoveryCodes({ body: confirmationOf(form) })
    return { message: t('methods.codes.title'), shown: codes }
  },
  (t, settings) => {
    const common = accountRefusals({ AUTHENTICATION_FAILED: 'password' })(t, settings)
    return { ...common, texts: { ...common.texts, VALIDATION_ERROR: t('methods.own.no_factor') } }
  },
)

import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { credentialOf } from '#app/account/_confirm/confirmation-body.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Adds the passkey that the browser made. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t }) => {
    const credential = credentialOf(form, 'credential')
    if (!credential) throw new FormRefusal('', t('methods.own.noscript'))
    const replaces = Number(form.get('replaces')) || null
    const { recoveryCodes } = await api.addOwnPasskey({ body: { credential, replaces } })
    if (!recoveryCodes) return { done: 'saved' }
    return { message: t('methods.codes.title'), shown: recoveryCodes }
  },
  accountRefusals(),
)

import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { refusalsOfProvider, refuseField } from '#app/admin/identity-providers/_parts/refusals.ts'
import { accountsValues } from '#app/admin/identity-providers/[id]/accounts/values.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

const texts = [
  'createUsers',
  'linking',
  'emailTrust',
  'secondFactor',
  'secondFactorValues',
] as const

/** Saves who may sign in with a provider. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, id, keepChanges, t }) => {
    const params = { id: id() }
    const { identityProvider } = await api.getIdentityProvider({ params })
    const kept = keepChanges(accountsValues(identityProvider))
    const body = {
      ...textsOfFields(kept, texts),
      shownOnSignIn: isOn(kept, 'shownOnSignIn'),
      confirmed: isOn(form, 'confirmed'),
    }
    await api
      .updateIdentityProvider({ params, body })
      .catch((error: unknown) => refuseField(error, t))
    return { done: 'saved' }
  },
  refusalsOfProvider,
)

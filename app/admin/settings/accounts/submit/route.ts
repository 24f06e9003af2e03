import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { selfRegistrationValues } from '#app/admin/settings/accounts/values.ts'

/** Saves whether people can create an account. The other general settings stay as they are. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const stored = await api.getGeneralSettings()
    const kept = keepChanges(selfRegistrationValues(stored))
    await api.updateGeneralSettings({
      body: {
        ...stored,
        selfRegistrationEnabled: isOn(kept, 'selfRegistrationEnabled'),
        selfRegistrationRequiresEmailVerification: isOn(
          kept,
          'selfRegistrationRequiresEmailVerification',
        ),
      },
    })
    return { done: 'saved' }
  },
)

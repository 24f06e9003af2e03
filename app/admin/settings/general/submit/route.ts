import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { generalValues } from '#app/admin/settings/general/values.ts'

const fields = {
  'validator.settings_app_name': 'appName',
  'validator.settings_issuer': 'issuer',
}

const switches = [
  'dynamicClientRegistrationEnabled',
  'pkceRequired',
  'implicitFlowEnabled',
  'resourceOwnerPasswordCredentialsEnabled',
] as const

/** Saves the general settings of this page; the refresh also shows the new name, which is part of every page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const stored = await api.getGeneralSettings()
    const kept = keepChanges(generalValues(stored))
    const positions = switches.map((name) => [name, isOn(kept, name)])
    await api.updateGeneralSettings({
      body: {
        ...stored,
        ...textsOfFields(kept, ['appName', 'issuer']),
        ...(Object.fromEntries(positions) as Record<(typeof switches)[number], boolean>),
      },
    })
    return { done: 'saved' }
  },
  () => ({ fields }),
)

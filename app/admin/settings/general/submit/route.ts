import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

const fields = {
  'validator.settings_app_name': 'appName',
  'validator.settings_issuer': 'issuer',
}

const switches = [
  'selfRegistrationEnabled',
  'selfRegistrationRequiresEmailVerification',
  'dynamicClientRegistrationEnabled',
  'pkceRequired',
  'implicitFlowEnabled',
  'resourceOwnerPasswordCredentialsEnabled',
] as const

/** Saves the general settings; the refresh also shows the new name, which is part of every page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const kept = keepChanges(await api.getGeneralSettings())
    const positions = switches.map((name) => [name, isOn(kept, name)])
    await api.updateGeneralSettings({
      body: {
        ...textsOfFields(kept, ['appName', 'issuer', 'passwordPolicy']),
        ...(Object.fromEntries(positions) as Record<(typeof switches)[number], boolean>),
      },
    })
    return { done: 'saved' }
  },
  () => ({ fields }),
)

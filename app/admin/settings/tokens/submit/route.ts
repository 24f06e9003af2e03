import { numberOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { tokenValues } from '#app/admin/settings/tokens/values.ts'

/** Saves the lifetimes and claims of tokens. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const kept = keepChanges(tokenValues(await api.getTokenSettings()))
    const number = (name: string) => numberOfField(kept, name)
    await api.updateTokenSettings({
      body: {
        tokenExpirationInSeconds: number('tokenExpirationInSeconds'),
        refreshTokenOfflineIdleTimeoutInSeconds: number('refreshTokenOfflineIdleTimeoutInSeconds'),
        refreshTokenOfflineMaxLifetimeInSeconds: number('refreshTokenOfflineMaxLifetimeInSeconds'),
        includeOpenIDConnectClaimsInAccessToken: isOn(
          kept,
          'includeOpenIDConnectClaimsInAccessToken',
        ),
        includeOpenIDConnectClaimsInIdToken: isOn(kept, 'includeOpenIDConnectClaimsInIdToken'),
      },
    })
    return { done: 'saved' }
  },
)

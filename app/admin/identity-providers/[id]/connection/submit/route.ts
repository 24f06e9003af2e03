import { submitRoute } from '#app/_ui/form/submit-route.ts'
import {
  connectionBody,
  connectionValues,
} from '#app/admin/identity-providers/_parts/connection-values.ts'
import { connectionAfterSave } from '#app/admin/identity-providers/_parts/metadata-fault.ts'
import { refusalsOfProvider, refuseField } from '#app/admin/identity-providers/_parts/refusals.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

/** Saves how this server reaches a provider. An empty secret stays as it is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, id, keepChanges, query, t }) => {
    const params = { id: id() }
    const { identityProvider } = await api.getIdentityProvider({ params })
    const { preset } = identityProvider
    const kept = keepChanges(connectionValues(identityProvider))
    const body = { ...connectionBody(kept, preset), forgetLinks: isOn(form, 'forgetLinks') }
    const { warning } = await api
      .updateIdentityProvider({ params, body })
      .catch((error: unknown) =>
        refuseField(error, t, preset === 'microsoft' ? { issuer: 'tenant' } : {}),
      )
    const isWarned = warning !== '' || query.has('warning')
    return { done: 'saved', ...(isWarned && { to: connectionAfterSave(params.id, warning) }) }
  },
  (t) => {
    const refusals = refusalsOfProvider(t)
    return {
      ...refusals,
      texts: { ...refusals.texts, CONCURRENT_UPDATE: t('idp.form.would_forget') },
    }
  },
)

import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { connectionBody } from '#app/admin/identity-providers/_parts/connection-values.ts'
import { connectionAfterSave } from '#app/admin/identity-providers/_parts/metadata-fault.ts'
import { refusalsOfProvider, refuseField } from '#app/admin/identity-providers/_parts/refusals.ts'
import { isPreset } from '#lib/domain/identity-providers/presets.ts'

/** Adds a provider, switched off, and opens its page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, query, t }) => {
    const preset = query.get('preset') ?? ''
    if (!isPreset(preset)) throw new FormRefusal('', t('console.record.not_found'))
    const alias = textOfField(form, 'alias').trim()
    const body = { ...connectionBody(form, preset), alias, preset }
    const { identityProvider, warning } = await api
      .createIdentityProvider({ body })
      .catch((error: unknown) => refuseField(error, t, renamedFor(preset)))
    return { done: 'created', to: connectionAfterSave(identityProvider.id, warning) }
  },
  refusalsOfProvider,
)

function renamedFor(preset: string): Readonly<Record<string, string>> {
  return preset === 'microsoft' ? { issuer: 'tenant' } : {}
}

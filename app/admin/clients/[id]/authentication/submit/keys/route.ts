import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { keysValues } from '#app/admin/clients/[id]/authentication/keys-values.ts'
import { isShallowKey } from '#lib/domain/keys/public-keys.ts'

/** Saves how a client authenticates, and its keys. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges, t }) => {
    const params = { id: id() }
    const stored = await api.getClientKeys({ params })
    const kept = keepChanges({ ...keysValues(stored) })
    const tokenEndpointAuthMethod = textOfField(kept, 'tokenEndpointAuthMethod')
    const usesKeys = tokenEndpointAuthMethod === 'private_key_jwt'
    const text = usesKeys ? textOfField(kept, 'jwks').trim() : ''
    const jwks = text === '' ? null : keySetOf(text)
    if (jwks === undefined) throw new FormRefusal('jwks', t('validator.protocol.jwks'))
    await api.updateClientKeys({
      params,
      body: {
        tokenEndpointAuthMethod,
        jwks,
        jwksUri: usesKeys ? textOfField(kept, 'jwksUri') : '',
        expectedTokenEndpointAuthMethod: stored.tokenEndpointAuthMethod,
      },
    })
    return { done: 'saved' }
  },
  (t) => ({
    fields: { 'validator.protocol.jwks': 'jwks', VALIDATION_ERROR: 'jwksUri' },
    texts: { ...recordTexts(t), VALIDATION_ERROR: t('clients.keys.refused') },
  }),
)

/** @returns undefined for a text that is no set of keys */
function keySetOf(text: string): { keys: Record<string, unknown>[] } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const keys: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'keys')
    return Array.isArray(keys) && keys.every(isRecord) && keys.every(isShallowKey)
      ? { keys }
      : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { textOfField } from '#app/_ui/form/form-values.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the addresses that name an API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id() }
    const { indicators: stored } = await api.getResourceIndicators({ params })
    const kept = keepChanges({ indicators: stored.join('\n') })
    const lines = textOfField(kept, 'indicators').split(/\r?\n/)
    const indicators = lines.map((line) => line.trim()).filter((line) => line !== '')
    await api.updateResourceIndicators({
      params,
      body: { indicators, expectedIndicators: stored },
    })
    return { done: 'saved' }
  },
  (t) => ({
    fields: { 'validator.protocol.indicator': 'indicators', VALIDATION_ERROR: 'indicators' },
    texts: { ...recordTexts(t), VALIDATION_ERROR: t('resources.addresses.refused') },
  }),
)

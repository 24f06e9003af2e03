import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Reads the metadata document of a client again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id }) => {
    await api.refreshClientMetadataDocument({ params: { id: id() } })
    return { done: 'saved' }
  },
  (t) => ({ texts: { ...recordTexts(t), VALIDATION_ERROR: t('clients.registration.not_read') } }),
)

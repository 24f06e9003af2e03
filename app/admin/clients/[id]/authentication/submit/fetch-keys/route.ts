import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Fetches the keys at the address of a client now. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, t }) => {
    const { kids, leftOutKids } = await api.fetchClientKeys({ params: { id: id() } })
    const counts = { used: kids.length, leftOut: leftOutKids.length }
    return { message: t('clients.keys.fetched', counts) }
  },
  (t) => ({ texts: { ...recordTexts(t), VALIDATION_ERROR: t('clients.keys.not_fetched') } }),
)

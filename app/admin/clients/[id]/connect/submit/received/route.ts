import { textOfField } from '#app/_ui/form/form-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/**
 * Registers the redirect URI that was refused last, as the page showed it. The API says whether it may be offered; the
 * address never comes from the request.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, id, t }) => {
    const params = { id: id() }
    const [{ client }, { connection }] = await Promise.all([
      api.getClient({ params }),
      api.getClientConnection({ params }),
    ])
    const { refusal } = connection
    const isShown = refusal?.requestId === textOfField(form, 'requestId')
    if (!isShown || !refusal.mayAdd || refusal.received === null) {
      return { message: t('clients.connect.check.another'), isStale: true }
    }
    const uris = (client.redirectURIs ?? []).map(({ uri }) => uri)
    await api.updateClientRedirectUris({
      params,
      body: { redirectURIs: [...uris, refusal.received], expectedRedirectURIs: uris },
    })
    return { done: 'addresses_added' }
  },
  recordRefusals,
)

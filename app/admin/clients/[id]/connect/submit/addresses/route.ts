import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { guideOfPage } from '#app/admin/clients/[id]/connect/guide-of-page.ts'
import { missingAddresses } from '#app/admin/clients/[id]/connect/missing-addresses.ts'

/** Registers the addresses that the page's guide proposes; they come from the guide, never from the request. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, query }) => {
    const params = { id: id() }
    const [{ client }, { connection }] = await Promise.all([
      api.getClient({ params }),
      api.getClientConnection({ params }),
    ])
    const guide = guideOfPage(client, query.get('guide') ?? undefined)
    const missing = missingAddresses(guide, client, connection.issuer)
    const uris = (client.redirectURIs ?? []).map(({ uri }) => uri)
    const origins = (client.webOrigins ?? []).map(({ origin }) => origin)
    if (missing.redirectUris.length > 0) {
      await api.updateClientRedirectUris({
        params,
        body: {
          redirectURIs: [...uris, ...missing.redirectUris],
          expectedRedirectURIs: uris,
        },
      })
    }
    if (missing.webOrigins.length > 0) {
      await api.updateClientWebOrigins({
        params,
        body: { webOrigins: [...origins, ...missing.webOrigins], expectedWebOrigins: origins },
      })
    }
    return { done: 'addresses_added' }
  },
  recordRefusals,
)

import { textOfField } from '#app/_ui/form/form-values.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Saves the address for a client's logout tokens. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id() }
    const kept = keepChanges(await api.getClientLogout({ params }))
    const backchannelLogoutUri = textOfField(kept, 'backchannelLogoutUri')
    await api.updateClientLogout({ params, body: { backchannelLogoutUri } })
    return { done: 'saved' }
  },
  (t) => ({
    fields: { 'validator.protocol.logout_uri': 'backchannelLogoutUri' },
    texts: recordTexts(t),
  }),
)

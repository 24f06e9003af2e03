import { rowsOfList } from '#app/_ui/form/list-values.ts'
import { readValues } from '#app/_ui/form/merge-form.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listAsRead } from '#app/admin/clients/_parts/list-of-form.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

/** Saves the scopes that a client may request for users. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    const listed = rowsOfList(form, 'entries', ['entry']).map(({ entry }) => entry)
    const wasLimited = readValues(form).limited === true
    await api.updateClientRestrictions({
      params: { id: id() },
      body: {
        allowedScopes: isOn(form, 'limited') ? listed : null,
        expectedAllowedScopes: wasLimited ? listAsRead(form) : null,
      },
    })
    return { done: 'saved' }
  },
  (t) => ({
    texts: {
      ...recordTexts(t),
      'validator.protocol.scope': t('clients.restrictions.unknown'),
    },
  }),
)

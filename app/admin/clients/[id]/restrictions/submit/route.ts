import { rowsOfList } from '#app/_ui/form/list-values.ts'
import { readValues } from '#app/_ui/form/merge-form.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { saveList } from '#app/_ui/form/save-list.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listAsRead } from '#app/admin/clients/_parts/list-of-form.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'

/** Saves the scopes that a client may request for users, and how it requests them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, keepChanges, t }) => {
    const params = { id: id() }
    const listed = rowsOfList(form, 'entries', ['entry']).map(({ entry }) => entry)
    const mine = isOn(form, 'limited') ? listed : null
    const read = readValues(form).limited === true ? listAsRead(form) : null
    const { allowedScopes: _, ...switches } = await api.getClientRestrictions({ params })
    const kept = keepChanges(switches)
    const body = {
      allowedScopes: mine,
      pushedRequestsRequired: isOn(kept, 'pushedRequestsRequired'),
      dpopRequired: isOn(kept, 'dpopRequired'),
      deviceGrantEnabled: isOn(kept, 'deviceGrantEnabled'),
      expectedAllowedScopes: read,
    }
    await saveList(
      t,
      () => api.updateClientRestrictions({ params, body }),
      async () => {
        const { allowedScopes: now } = await api.getClientRestrictions({ params })
        return read && mine && now && { read, mine, now }
      },
    )
    return { done: 'saved' }
  },
  (t) => ({
    texts: {
      ...recordTexts(t),
      'validator.protocol.scope': t('clients.restrictions.unknown'),
    },
  }),
)

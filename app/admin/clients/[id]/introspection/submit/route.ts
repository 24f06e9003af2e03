import { idsAsRead } from '#app/_ui/form/list-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { namedVersions, saveList } from '#app/_ui/form/save-list.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { tickedIds } from '#app/admin/clients/[id]/introspection/box-name.ts'

/** Saves the resources whose tokens a client may introspect. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, t }) => {
    const params = { id: id() }
    const mine = tickedIds(form.keys())
    const read = idsAsRead(form, 'expectedResourceIds')
    const body = { resourceIds: mine, expectedResourceIds: read }
    await saveList(
      t,
      () => api.updateClientIntrospection({ params, body }),
      async () => {
        const [{ resourceIds: now }, { resources }] = await Promise.all([
          api.getClientIntrospection({ params }),
          api.listResources(),
        ])
        const names = new Map(resources.map((one) => [one.id, one.resourceIdentifier]))
        return read && namedVersions({ read, mine, now }, names)
      },
    )
    return { done: 'saved' }
  },
  recordRefusals,
)

import { idsAsRead } from '#app/_ui/form/list-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { tickedIds } from '#app/admin/clients/[id]/introspection/box-name.ts'

/** Saves whose tokens a client may introspect. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    await api.updateClientIntrospection({
      params: { id: id() },
      body: {
        resourceIds: tickedIds(form.keys()),
        expectedResourceIds: idsAsRead(form, 'expectedResourceIds'),
      },
    })
    return { done: 'saved' }
  },
  recordRefusals,
)

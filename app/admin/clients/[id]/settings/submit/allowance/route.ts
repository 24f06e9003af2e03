import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Allows or forbids a client to request administrative scopes. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    const body = { allowed: form.has('allowed') }
    await api.updateClientAdministrativeScopes({ params: { id: id() }, body })
    return { done: 'saved' }
  },
  recordRefusals,
)

import { textOfField } from '#app/_ui/form/form-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { flowsValues } from '#app/admin/clients/[id]/oauth2-flows/values.ts'

const positions: Readonly<Record<string, boolean | null>> = { inherit: null, on: true, off: false }

/** Saves a client's flows; a choice that the page does not offer stays as it is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges }) => {
    const params = { id: id() }
    const { client } = await api.getClient({ params })
    const kept = keepChanges(flowsValues(client))
    const position = (name: string) => positions[textOfField(kept, name)]
    await api.updateClientFlows({
      params,
      body: {
        authorizationCodeEnabled: kept.has('browserFlow'),
        clientCredentialsEnabled: kept.has('machineFlow'),
        pkceRequired: position('pkce'),
        implicitGrantEnabled: position('implicit'),
        resourceOwnerPasswordCredentialsEnabled: position('ropc'),
      },
    })
    return { done: 'saved' }
  },
  recordRefusals,
)

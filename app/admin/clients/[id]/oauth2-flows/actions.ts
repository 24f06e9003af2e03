'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { textOfField } from '../../../../_console/form-values.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'
import { flowsValues } from './values.ts'

const positions: Readonly<Record<string, boolean | null>> = { inherit: null, on: true, off: false }

/** Saves a client's flows; a choice that the page does not offer stays as it is. */
export async function saveFlows(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    const { client } = await api.getClient({ params: { id } })
    const kept = await keepChanges(form, flowsValues(client))
    const position = (name: string) => positions[textOfField(kept, name)]
    await api.updateClientFlows({
      params: { id },
      body: {
        authorizationCodeEnabled: kept.has('browserFlow'),
        clientCredentialsEnabled: kept.has('machineFlow'),
        pkceRequired: position('pkce'),
        implicitGrantEnabled: position('implicit'),
        resourceOwnerPasswordCredentialsEnabled: position('ropc'),
      },
    })
  })
}

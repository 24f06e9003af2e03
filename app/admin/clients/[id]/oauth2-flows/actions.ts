'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { textOfField } from '../../../../_console/submit.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

const positions: Readonly<Record<string, boolean | null>> = { inherit: null, on: true, off: false }

/** Saves the ways in which a client gets tokens; a choice that is not offered stays as it is. */
export async function saveFlows(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const position = (name: string) => positions[textOfField(form, name)]
  return submitRecord(form, {}, (api) =>
    api.updateClientFlows({
      params: { id },
      body: {
        authorizationCodeEnabled: form.has('browserFlow'),
        clientCredentialsEnabled: form.has('machineFlow'),
        pkceRequired: position('pkce'),
        implicitGrantEnabled: position('implicit'),
        resourceOwnerPasswordCredentialsEnabled: position('ropc'),
      },
    }),
  )
}

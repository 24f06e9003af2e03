'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { expectedOfList, textsOfList } from '../../../../_console/list-values.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Saves the addresses that a client's answers may go to. */
export async function saveRedirectUris(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) =>
    api.updateClientRedirectUris({
      params: { id },
      body: {
        redirectURIs: [...textsOfList(form, 'entry')],
        expectedRedirectURIs: expectedOfList<string>(form),
      },
    }),
  )
}

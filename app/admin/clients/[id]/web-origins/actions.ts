'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { expectedOfList, textsOfList } from '../../../../_console/list-values.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Saves the origins whose scripts may call the server. */
export async function saveWebOrigins(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) =>
    api.updateClientWebOrigins({
      params: { id },
      body: {
        webOrigins: [...textsOfList(form, 'entry')],
        expectedWebOrigins: expectedOfList<string>(form),
      },
    }),
  )
}

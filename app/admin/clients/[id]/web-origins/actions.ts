'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { expectedOfList } from '../../../../_console/list-values.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'
import { listOfForm } from '../../_parts/list-of-form.ts'
import { webOriginProblem } from '../../_parts/uri-problems.ts'

/** Saves the origins whose scripts may call the server. */
export async function saveWebOrigins(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    await api.updateClientWebOrigins({
      params: { id },
      body: {
        webOrigins: await listOfForm(form, webOriginProblem),
        expectedWebOrigins: expectedOfList<string>(form),
      },
    })
  })
}

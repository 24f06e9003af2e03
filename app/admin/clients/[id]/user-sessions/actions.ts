'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Ends a session and revokes every token issued from it. */
export async function endSession(
  sessionId: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) => api.deleteUserSession({ params: { id: sessionId } }))
}

'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Ends a session of a user and revokes every token issued from it. */
export async function endUserSession(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) => api.deleteUserSession({ params: { id } }))
}

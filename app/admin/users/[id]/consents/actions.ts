'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Revokes a user's consent for a client. */
export async function revokeConsent(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) => api.deleteUserConsent({ params: { id } }))
}

'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Allows a user to sign in again. */
export async function enableUser(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) =>
    api.setUserEnabled({ params: { id }, body: { enabled: true } }),
  )
}

/** Stops a user from signing in. */
export async function disableUser(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) =>
    api.setUserEnabled({ params: { id }, body: { enabled: false } }),
  )
}

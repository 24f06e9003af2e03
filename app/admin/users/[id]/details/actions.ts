'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Lets a user sign in again. */
export async function enableUser(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) =>
    api.setUserEnabled({ params: { id }, body: { enabled: true } }),
  )
}

/** Shuts a user out. */
export async function disableUser(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) =>
    api.setUserEnabled({ params: { id }, body: { enabled: false } }),
  )
}

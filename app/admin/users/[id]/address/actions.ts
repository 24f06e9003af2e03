'use server'

import { addressOf, addressRefusals } from '../../../../_console/address-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Replaces a user's postal address. */
export async function saveUserAddress(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { fields: addressRefusals }, (api) =>
    api.updateUserAddress({ params: { id }, body: addressOf(form) }),
  )
}

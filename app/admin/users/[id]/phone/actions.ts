'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { phoneOf, phoneRefusals } from '../../../../_console/phone-form.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Replaces a user's phone number. */
export async function saveUserPhone(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { fields: phoneRefusals }, (api) =>
    api.updateUserPhone({
      params: { id },
      body: {
        ...phoneOf(form),
        phoneNumberVerified: form.get('phoneNumberVerified') === 'on',
      },
    }),
  )
}

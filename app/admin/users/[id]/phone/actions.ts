'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { phoneOf, phoneRefusals, phoneValues } from '../../../../_console/phone-form.ts'
import { submitUser } from '../../_parts/submit-user.ts'

export async function saveUserPhone(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { fields: phoneRefusals }, async (api) => {
    const { user } = await api.getUser({ params: { id } })
    const { phoneNumberVerified } = user
    const kept = await keepChanges(form, { ...phoneValues(user), phoneNumberVerified })
    await api.updateUserPhone({
      params: { id },
      body: {
        ...phoneOf(kept),
        phoneNumberVerified: kept.get('phoneNumberVerified') === 'on',
      },
    })
  })
}

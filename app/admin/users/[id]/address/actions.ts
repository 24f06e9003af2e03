'use server'

import { addressOf, addressRefusals, addressValues } from '../../../../_console/address-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { submitUser } from '../../_parts/submit-user.ts'

export async function saveUserAddress(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { fields: addressRefusals }, async (api) => {
    const { user } = await api.getUser({ params: { id } })
    const kept = await keepChanges(form, addressValues(user))
    await api.updateUserAddress({ params: { id }, body: addressOf(kept) })
  })
}

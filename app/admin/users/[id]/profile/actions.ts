'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { profileOf, profileRefusals, profileValues } from '../../../../_console/profile-form.ts'
import { submitUser } from '../../_parts/submit-user.ts'

export async function saveUserProfile(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { fields: profileRefusals }, async (api) => {
    const { user } = await api.getUser({ params: { id } })
    const kept = await keepChanges(form, profileValues(user))
    await api.updateUserProfile({ params: { id }, body: profileOf(kept) })
  })
}

'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { profileOf, profileRefusals } from '../../../../_console/profile-form.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/** Replaces a user's profile. */
export async function saveUserProfile(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { fields: profileRefusals }, (api) =>
    api.updateUserProfile({ params: { id }, body: profileOf(form) }),
  )
}

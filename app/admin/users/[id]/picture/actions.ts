'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

export async function uploadUserPicture(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) => {
    const file = form.get('picture')
    return api.uploadUserProfilePicture({
      params: { id },
      ...(file instanceof File && file.size > 0 && { file }),
    })
  })
}

export async function removeUserPicture(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) => api.deleteUserProfilePicture({ params: { id } }))
}

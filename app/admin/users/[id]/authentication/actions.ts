'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { textOfField } from '../../../../_console/form-values.ts'
import { submitUser } from '../../_parts/submit-user.ts'

export async function setUserPassword(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const fields = { 'validator.password': 'newPassword', VALIDATION_ERROR: 'newPassword' }
  return submitUser(form, { fields }, (api) =>
    api.setUserPassword({
      params: { id },
      body: { newPassword: textOfField(form, 'newPassword') },
    }),
  )
}

export async function switchOtpOff(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) => api.setUserOtp({ params: { id }, body: { enabled: false } }))
}

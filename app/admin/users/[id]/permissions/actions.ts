'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/**
 * Saves the permissions that a user holds directly.
 * @param expectedPermissionIds the user's permissions as the page read them
 */
export async function savePermissions(
  id: number,
  expectedPermissionIds: readonly number[],
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) =>
    api.updateUserPermissions({
      params: { id },
      body: {
        permissionIds: form.getAll('permissionIds').map(Number),
        expectedPermissionIds: [...expectedPermissionIds],
      },
    }),
  )
}

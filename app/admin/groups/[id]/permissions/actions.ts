'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { expectedOfList, idsOfList } from '../../../../_console/list-values.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

export async function savePermissions(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) =>
    api.updateGroupPermissions({
      params: { id },
      body: {
        permissionIds: [...idsOfList(form, 'permissionIds')],
        expectedPermissionIds: expectedOfList<number>(form),
      },
    }),
  )
}

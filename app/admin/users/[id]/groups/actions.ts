'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/**
 * Saves which groups a user belongs to.
 * @param expectedGroupIds as they were when the page was read
 * @param unseenGroupIds those of them that the page did not show: they stay
 */
export async function saveGroups(
  id: number,
  expectedGroupIds: readonly number[],
  unseenGroupIds: readonly number[],
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) =>
    api.updateUserGroups({
      params: { id },
      body: {
        groupIds: [...unseenGroupIds, ...form.getAll('groupIds').map(Number)],
        expectedGroupIds: [...expectedGroupIds],
      },
    }),
  )
}

'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitUser } from '../../_parts/submit-user.ts'

/**
 * Saves the groups of a user.
 * @param expectedGroupIds the user's groups as the page read them
 * @param unseenGroupIds those among them that the page did not show, which stay
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

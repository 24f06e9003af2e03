'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Makes a user a member of a group. */
export async function addMember(
  id: number,
  userId: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) => api.addGroupMember({ params: { id }, body: { userId } }))
}

/** Ends a user's membership of a group. */
export async function removeMember(
  id: number,
  userId: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) => api.removeGroupMember({ params: { id, userId } }))
}

'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

export async function addMember(
  id: number,
  userId: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) => api.addGroupMember({ params: { id }, body: { userId } }))
}

export async function removeMember(
  id: number,
  userId: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) => api.removeGroupMember({ params: { id, userId } }))
}

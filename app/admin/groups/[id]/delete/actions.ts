'use server'

import { redirect } from 'next/navigation'
import { checkRetyped } from '../../../../_console/check-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Deletes a group, once the form repeats its identifier. */
export async function deleteGroup(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    const { group } = await api.getGroup({ params: { id } })
    await checkRetyped(form, group.groupIdentifier)
    await api.deleteGroup({ params: { id } })
    redirect('/admin/groups?done=deleted')
  })
}

'use server'

import { redirect } from 'next/navigation'
import { checkRetyped } from '../../../../_console/check-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Deletes a resource, once the form repeats its identifier. */
export async function deleteResource(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    const { resource } = await api.getResource({ params: { id } })
    await checkRetyped(form, resource.resourceIdentifier)
    await api.deleteResource({ params: { id } })
    redirect('/admin/resources?done=deleted')
  })
}

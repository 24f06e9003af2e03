'use server'

import { redirect } from 'next/navigation'
import { checkRetyped } from '../../../../_console/check-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Deletes a client, once the form repeats its identifier. */
export async function deleteClient(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    const { client } = await api.getClient({ params: { id } })
    await checkRetyped(form, client.clientIdentifier)
    await api.deleteClient({ params: { id } })
    redirect('/admin/clients?done=deleted')
  })
}

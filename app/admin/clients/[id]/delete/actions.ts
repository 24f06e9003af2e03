'use server'

import { redirect } from 'next/navigation'
import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { FormRefusal, textOfField } from '../../../../_console/submit.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Deletes a client whose identifier was typed once more. */
export async function deleteClient(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submitRecord(form, {}, async (api) => {
    const { client } = await api.getClient({ params: { id } })
    if (textOfField(form, 'identifier').trim() !== client.clientIdentifier) {
      throw new FormRefusal('identifier', t('console.record.differs'))
    }
    await api.deleteClient({ params: { id } })
    redirect('/admin/clients?done=deleted')
  })
}

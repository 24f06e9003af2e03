'use server'

import { redirect } from 'next/navigation'
import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { FormRefusal, textOfField } from '../../../../_console/submit.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Deletes a group whose identifier was typed once more. */
export async function deleteGroup(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submitRecord(form, {}, async (api) => {
    const { group } = await api.getGroup({ params: { id } })
    if (textOfField(form, 'identifier').trim() !== group.groupIdentifier) {
      throw new FormRefusal('identifier', t('console.record.differs'))
    }
    await api.deleteGroup({ params: { id } })
    redirect('/admin/groups?done=deleted')
  })
}

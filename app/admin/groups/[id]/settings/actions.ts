'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { recordRefusals, submitRecord } from '../../../../_console/submit-record.ts'
import { groupOf, groupValues } from '../../_parts/group-fields.ts'

/** Saves what a group is called and which tokens name it. */
export async function saveGroup(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const refusals = await recordRefusals('groupIdentifier')
  return submitRecord(form, refusals, async (api) => {
    const { group } = await api.getGroup({ params: { id } })
    const kept = await keepChanges(form, groupValues(group))
    await api.updateGroup({ params: { id }, body: await groupOf(kept) })
  })
}

'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { recordRefusals, submitRecord } from '../../../../_console/submit-record.ts'
import { groupOf, groupValues } from '../../_parts/group-fields.ts'

/** Saves a group's identifier and description, and the tokens that include it. */
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

'use server'

import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { recordRefusals, submitRecord } from '../../../../_console/submit-record.ts'
import { resourceOf } from '../../_parts/resource-fields.ts'

/** Saves a resource's identifier and description. */
export async function saveResource(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const refusals = await recordRefusals('resourceIdentifier')
  return submitRecord(form, refusals, async (api) => {
    const { resource } = await api.getResource({ params: { id } })
    const { resourceIdentifier, description } = resource
    const kept = await keepChanges(form, { resourceIdentifier, description })
    await api.updateResource({ params: { id }, body: await resourceOf(kept) })
  })
}

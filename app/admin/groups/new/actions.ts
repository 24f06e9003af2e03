'use server'

import { redirect } from 'next/navigation'
import type { FormState } from '../../../_console/form-state.ts'
import { recordRefusals, submitRecord } from '../../../_console/submit-record.ts'
import { groupOf } from '../_parts/group-fields.ts'
import { sectionAddress } from '../_parts/group-page-data.ts'

/** Creates a group and opens its members. */
export async function createGroup(_earlier: FormState, form: FormData): Promise<FormState> {
  const refusals = await recordRefusals('groupIdentifier')
  return submitRecord(form, refusals, async (api) => {
    const { group } = await api.createGroup({ body: await groupOf(form) })
    redirect(`${sectionAddress(group.id, 'members')}?done=created`)
  })
}

'use server'

import { redirect } from 'next/navigation'
import type { FormState } from '../../../_console/form-state.ts'
import { recordRefusals, submitRecord } from '../../../_console/submit-record.ts'
import { resourceOf } from '../_parts/resource-fields.ts'
import { sectionAddress } from '../_parts/section-address.ts'

/** Creates a resource and opens its permissions. */
export async function createResource(_earlier: FormState, form: FormData): Promise<FormState> {
  const refusals = await recordRefusals('resourceIdentifier')
  return submitRecord(form, refusals, async (api) => {
    const { resource } = await api.createResource({ body: await resourceOf(form) })
    redirect(`${sectionAddress(resource.id, 'permissions')}?done=created`)
  })
}

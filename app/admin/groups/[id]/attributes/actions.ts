'use server'

import { redirect } from 'next/navigation'
import {
  attributeOf,
  attributeRefusals,
  attributeValues,
} from '../../../../_console/attribute-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'
import { sectionAddress } from '../../_parts/group-page-data.ts'

const options = { fields: attributeRefusals }

/** Adds an attribute to a group and returns to the list. */
export async function addAttribute(
  groupId: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, options, async (api) => {
    await api.createGroupAttribute({ body: { ...attributeOf(form), groupId } })
    redirect(`${sectionAddress(groupId, 'attributes')}?done=created`)
  })
}

/** Replaces an attribute of a group and returns to the list. */
export async function saveAttribute(
  groupId: number,
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, options, async (api) => {
    const { attribute } = await api.getGroupAttribute({ params: { id } })
    const kept = await keepChanges(form, attributeValues(attribute))
    await api.updateGroupAttribute({ params: { id }, body: attributeOf(kept) })
    redirect(`${sectionAddress(groupId, 'attributes')}?done=saved`)
  })
}

export async function removeAttribute(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) => api.deleteGroupAttribute({ params: { id } }))
}

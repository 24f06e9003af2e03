'use server'

import { redirect } from 'next/navigation'
import {
  attributeOf,
  attributeRefusals,
  attributeValues,
} from '../../../../_console/attribute-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { submitUser } from '../../_parts/submit-user.ts'
import { type UserListState, userAddress, withNotice } from '../../_parts/user-list-state.ts'

/** Adds an attribute to a user and returns to the list. */
export async function addAttribute(
  userId: number,
  listState: UserListState,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { listState, fields: attributeRefusals }, async (api) => {
    await api.createUserAttribute({ body: { ...attributeOf(form), userId } })
    redirect(withNotice(userAddress(userId, 'attributes', listState), 'created'))
  })
}

/** Replaces an attribute of a user and returns to the list. */
export async function saveAttribute(
  userId: number,
  id: number,
  listState: UserListState,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, { listState, fields: attributeRefusals }, async (api) => {
    const { attribute } = await api.getUserAttribute({ params: { id } })
    const kept = await keepChanges(form, attributeValues(attribute))
    await api.updateUserAttribute({ params: { id }, body: attributeOf(kept) })
    redirect(withNotice(userAddress(userId, 'attributes', listState), 'saved'))
  })
}

export async function removeAttribute(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitUser(form, {}, (api) => api.deleteUserAttribute({ params: { id } }))
}

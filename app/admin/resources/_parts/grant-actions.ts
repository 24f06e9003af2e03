'use server'

import type { FormState } from '../../../_console/form-state.ts'
import { submitRecord } from '../../../_console/submit-record.ts'

/** Gives a user a permission, or takes it away; the others stay. */
export async function setUserPermission(
  permissionId: number,
  id: number,
  isHeld: boolean,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    const { permissions } = await api.getUserPermissions({ params: { id } })
    await api.updateUserPermissions({
      params: { id },
      body: changed(permissions, permissionId, isHeld),
    })
  })
}

/** Gives a group a permission, or takes it away; the others stay. */
export async function setGroupPermission(
  permissionId: number,
  id: number,
  isHeld: boolean,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    const { permissions } = await api.getGroupPermissions({ params: { id } })
    await api.updateGroupPermissions({
      params: { id },
      body: changed(permissions, permissionId, isHeld),
    })
  })
}

/**
 * The list with or without one permission, and the list as it was read.
 * @throws TypeError where it is not said which of both: no page sends that
 */
function changed(held: readonly { readonly id: number }[], id: number, isHeld: boolean) {
  if (typeof isHeld !== 'boolean') throw new TypeError('Neither with it nor without it.')
  const expectedPermissionIds = held.map((one) => one.id)
  const others = expectedPermissionIds.filter((one) => one !== id)
  return { permissionIds: isHeld ? [...others, id] : others, expectedPermissionIds }
}

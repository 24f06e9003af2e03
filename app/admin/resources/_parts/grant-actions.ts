'use server'

import type { FormState } from '../../../_console/form-state.ts'
import { submitRecord } from '../../../_console/submit-record.ts'

/** Grants a permission to a user or removes it; the user's other permissions stay. */
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

/** Grants a permission to a group or removes it; the group's other permissions stay. */
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
 * @throws TypeError if `isHeld` is no boolean, which no page sends
 */
function changed(held: readonly { readonly id: number }[], id: number, isHeld: boolean) {
  if (typeof isHeld !== 'boolean') throw new TypeError('Neither with it nor without it.')
  const expectedPermissionIds = held.map((one) => one.id)
  const others = expectedPermissionIds.filter((one) => one !== id)
  return { permissionIds: isHeld ? [...others, id] : others, expectedPermissionIds }
}

interface Held {
  readonly id: number
}

/** A holder's permissions with one of them added, and the list as it was read, for the API. */
export function withPermission(held: readonly Held[], id: number) {
  const { permissionIds, expectedPermissionIds } = withoutPermission(held, id)
  return { permissionIds: [...permissionIds, id], expectedPermissionIds }
}

/** A holder's permissions without one of them, and the list as it was read, for the API. */
export function withoutPermission(held: readonly Held[], id: number) {
  const expectedPermissionIds = held.map((one) => one.id)
  return { permissionIds: expectedPermissionIds.filter((one) => one !== id), expectedPermissionIds }
}

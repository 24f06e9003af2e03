import type { AdminTx } from '#lib/context.ts'
import type { PermissionHolder } from '#lib/persistence/store.ts'
import { administrativePermissionIds } from '../permissions/administrators.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { scopeOf } from '../permissions/permissions.ts'
import { audit } from './audit.ts'

/** Permissions that a holder gained or lost in one save. */
export interface PermissionChange {
  readonly holder: PermissionHolder
  readonly change: 'granted' | 'revoked'
  readonly permissionIds: readonly number[]
  /** For membership changes: the group that grants the permissions. */
  readonly groupId?: number
}

/**
 * Writes `administrative_permission_changed` when the gained or lost permissions include administrative ones. Must be
 * called while the permissions still exist, after the save's own entries.
 */
export async function auditAdministrativeChange(
  tx: AdminTx,
  { holder, change, permissionIds, groupId }: PermissionChange,
  caller: Caller,
): Promise<void> {
  const administrative = await administrativePermissionIds(tx)
  const changed = await tx.store.permissions.findMany(
    permissionIds.filter((id) => administrative.has(id)),
  )
  if (changed.length === 0) return
  audit(tx, 'administrative_permission_changed', {
    change,
    targetKind: holder.kind,
    targetId: holder.id,
    permissionIdentifiers: changed.map(scopeOf),
    ...(groupId === undefined ? {} : { groupId }),
    loggedInUser: actorOf(caller),
  })
}
